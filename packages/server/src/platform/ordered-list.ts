import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from './transaction.ts'

/** A table of things that people choose from: an id, a name, an order, whether it is hidden, a version. */
interface ListTable {
  table: string
  id: string
  name: string
  /** Column with the moment at which a thing was hidden. */
  hidden: string
  /** Column that divides the list into parts with separate orders, if there is one. */
  part?: string
  /** Id of a thing that has no place in the order. */
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

/** Functions to edit such a list; the room that owns it exports them by its port. */
export interface OrderedList {
  /** Reads the thing, hidden or not, and locks it until the end of the transaction. */
  lock(tx: Transaction, item: number): Promise<ListItem | undefined>
  /**
   * Adds a thing at the end of its list or part; if the list has not been put in order, it is sorted by name like the
   * others.
   * @returns its id
   */
  insert(tx: Transaction, called: string, part: number | null): Promise<number>
  /** @returns the new version */
  patch(tx: Transaction, item: number, change: { name: string } | { hidden_at: string | null }): Promise<number>
  /**
   * Reads and locks all things that have a place in the list, in order; in a list with parts, those in the part of the
   * given thing.
   */
  lockOrder(tx: Transaction, of: number): Promise<PlacedItem[]>
  writeOrder(tx: Transaction, ids: number[]): Promise<void>
}

const namesOf = ({ table, id, name, hidden }: ListTable) => ({
  table: sql.table(table),
  id: sql.ref(id),
  name: sql.ref(name),
  hidden: sql.ref(hidden),
})

/** `column, value` of the part for the end of an insert, and the condition that selects the part. */
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

/** Makes the functions for the list in a table. */
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
