import { sql, type RawBuilder } from 'kysely'
import type { adminLists } from '@vypusk/contract'
import type { Transaction } from '../../../platform/transaction.ts'
import { LISTS } from '../rules.ts'

/** Four tables of one shape: a number, a name, an order, hidden or not. */

type List = adminLists.ListName

const parts = (list: List) => {
  const { table, id, name, hidden } = LISTS[list]
  return { table: sql.table(table), id: sql.ref(id), name: sql.ref(name), hidden: sql.ref(hidden) }
}

export interface ListItem {
  name: string
  version: number
  is_hidden: boolean
}

/** The thing, hidden or not, kept from others until the transaction ends. */
export async function lockItem(tx: Transaction, list: List, item: number): Promise<ListItem | undefined> {
  const { table, id, name, hidden } = parts(list)
  const { rows } = await sql<ListItem>`
    select ${name} as name, version, ${hidden} is not null as is_hidden
    from ${table} where ${id} = ${item} for update`.execute(tx)
  return rows[0]
}

/**
 * Puts a thing at the end of its list, a module at the end of its system's; where nobody has put the list in
 * order, it stands by its name as the others do.
 * @returns its number
 */
export async function insertItem(tx: Transaction, list: List, called: string, idsys: number | null): Promise<number> {
  const { table, id, name } = parts(list)
  const system = list === 'module'
  const { rows } = await sql<{ id: number }>`
    insert into ${table} (${name}, "order"${system ? sql`, idsys` : sql``})
    select ${called}, case when bool_or("order" is null) then null else coalesce(max("order"), 0) + 1 end${system ? sql`, ${idsys}::int` : sql``} from ${table}
    ${system ? sql`where idsys = ${idsys}::int` : sql``}
    returning ${id} as id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** @returns the new version */
export async function patchItem(
  tx: Transaction,
  list: List,
  item: number,
  change: { name: string } | { hidden_at: string | null },
): Promise<number> {
  const { table, id, name, hidden } = parts(list)
  const set: RawBuilder<unknown> =
    'name' in change ? sql`${name} = ${change.name}` : sql`${hidden} = ${change.hidden_at}`
  const { rows } = await sql<{ version: number }>`
    update ${table} set ${set}, version = version + 1 where ${id} = ${item} returning version`.execute(tx)
  return rows[0]?.version ?? 0
}

interface PlacedItem {
  id: number
  name: string
  is_hidden: boolean
}

/**
 * Every thing that has a place in the list, in order and locked: of modules those of the system that the
 * first of the ids belongs to.
 */
export async function lockOrder(tx: Transaction, list: List, first: number): Promise<PlacedItem[]> {
  const { table, id, name, hidden } = parts(list)
  const scope = {
    system: sql`true`,
    module: sql`idsys = (select idsys from modules where idmod = ${first})`,
    release_step: sql`id <> 0`,
    registry_step: sql`true`,
  }[list]
  const { rows } = await sql<PlacedItem>`
    select ${id} as id, ${name} as name, ${hidden} is not null as is_hidden from ${table} where ${scope}
    order by "order" nulls last, ${name} collate "ru-x-icu", ${id} for update`.execute(tx)
  return rows
}

export async function writeOrder(tx: Transaction, list: List, ids: number[]): Promise<void> {
  const { table, id } = parts(list)
  await sql`
    update ${table} set "order" = placed.place
    from unnest(${ids}::int[]) with ordinality as placed(item, place)
    where ${id} = placed.item`.execute(tx)
}

/** Every step but «Планирование», in one order, so that two who change what steps mean wait for each other. */
export const lockSteps = (tx: Transaction) =>
  tx
    .selectFrom('release_steps')
    .select(['id', 'kind', 'hidden_at'])
    .where('id', '<>', 0)
    .orderBy('id')
    .forUpdate()
    .execute()

/** @returns the new version */
export async function writeKind(tx: Transaction, id: number, kind: adminLists.StepKind): Promise<number> {
  const { version } = await tx
    .updateTable('release_steps')
    .set((eb) => ({ kind, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
