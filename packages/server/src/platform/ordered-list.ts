import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from './transaction.ts'

/** A table of things that people choose from: a number, a name, an order, hidden or not, a version. */
interface ListTable {
  table: string
  id: string
  name: string
  /** When a thing was hidden. */
  hidden: string
  /** The list falls into parts, each in an order of its own: the column that says which. */
  part?: string
  /** A thing that has no place in the order. */
  fixed?: number
}

export interface ListItem {
  name: string
  version: number
  is_hidden: boolean
}

interface PlacedItem {
  id: number
  name: string
  is_hidden: boolean
}

/** How such a list is written by whoever administers it; its room gives it by its port. */
export interface OrderedList {
  /** The thing, hidden or not, kept from others until the transaction ends. */
  lock(tx: Transaction, item: number): Promise<ListItem | undefined>
  /**
   * Puts a thing at the end of its list, or of its part of it; where nobody has put the list in order, it stands by
   * its name as the others do.
   * @returns its number
   */
  insert(tx: Transaction, called: string, part: number | null): Promise<number>
  /** @returns the new version */
  patch(tx: Transaction, item: number, change: { name: string } | { hidden_at: string | null }): Promise<number>
  /** Every thing that has a place in the list, in order and locked: of parts the one that the thing belongs to. */
  lockOrder(tx: Transaction, of: number): Promise<PlacedItem[]>
  writeOrder(tx: Transaction, ids: number[]): Promise<void>
}

const namesOf = ({ table, id, name, hidden }: ListTable) => ({
  table: sql.table(table),
  id: sql.ref(id),
  name: sql.ref(name),
  hidden: sql.ref(hidden),
})

/** `column, value` of the part at the end of an insert, and the condition that keeps to it. */
function partOf({ part }: ListTable, value: number | null) {
  if (part === undefined) return { column: sql``, value: sql``, only: sql`` }
  const column = sql.ref(part)
  return { column: sql`, ${column}`, value: sql`, ${value}::int`, only: sql`where ${column} = ${value}::int` }
}

function scopeOf(
  { part, fixed }: ListTable,
  { table, id }: ReturnType<typeof namesOf>,
  of: number,
): RawBuilder<unknown> {
  if (part) return sql`${sql.ref(part)} = (select ${sql.ref(part)} from ${table} where ${id} = ${of})`
  return fixed === undefined ? sql`true` : sql`${id} <> ${fixed}`
}

export function orderedList(list: ListTable): OrderedList {
  const names = namesOf(list)
  const { table, id, name, hidden } = names
  return {
    lock: async (tx, item) => {
      const { rows } = await sql<ListItem>`
        select ${name} as name, version, ${hidden} is not null as is_hidden
        from ${table} where ${id} = ${item} for update`.execute(tx)
      return rows[0]
    },
    insert: async (tx, called, part) => {
      const { column, value, only } = partOf(list, part)
      const { rows } = await sql<{ id: number }>`
        insert into ${table} (${name}, "order"${column})
        select ${called}, case when bool_or("order" is null) then null else coalesce(max("order"), 0) + 1 end${value}
        from ${table} ${only}
        returning ${id} as id`.execute(tx)
      return rows[0]?.id ?? 0
    },
    patch: async (tx, item, change) => {
      const set = 'name' in change ? sql`${name} = ${change.name}` : sql`${hidden} = ${change.hidden_at}`
      const { rows } = await sql<{ version: number }>`
        update ${table} set ${set}, version = version + 1 where ${id} = ${item} returning version`.execute(tx)
      return rows[0]?.version ?? 0
    },
    lockOrder: async (tx, of) => {
      const { rows } = await sql<PlacedItem>`
        select ${id} as id, ${name} as name, ${hidden} is not null as is_hidden from ${table}
        where ${scopeOf(list, names, of)}
        order by "order" nulls last, ${name} collate "ru-x-icu", ${id} for update`.execute(tx)
      return rows
    },
    writeOrder: async (tx, ids) => {
      await sql`
        update ${table} set "order" = placed.place
        from unnest(${ids}::int[]) with ordinality as placed(item, place)
        where ${id} = placed.item`.execute(tx)
    },
  }
}
