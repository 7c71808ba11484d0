import { sql } from 'kysely'
import type { Ref, requests } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { remembered, rememberedWhole, type Remembered } from '../../../platform/memory.ts'
import { statement } from '../../../platform/statement.ts'
import { companyNames, moduleNames, personNames } from '../../catalog/port.ts'
import { oneOf } from '../../../platform/sql.ts'

type Status = requests.RequestRow['status']

/** Names and colours of statuses, hidden ones too. */
export const namedStatuses = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('request_statuses')
    // A check constraint of the column allows the contract's tones only.
    .select(['id', 'name', sql<Status['tone']>`tone`.as('tone')])
    .where('id', '=', oneOf(ids)),
)
const types = statement((db, { ids }: { ids: number[] }) =>
  db.selectFrom('request_types').select(['id', 'name']).where('id', '=', oneOf(ids)),
)

const statusNames = remembered({ of: ['request_statuses'] }, async (db, ids: number[]) =>
  (await namedStatuses.all(db, { ids })).map((status): [number, Status] => [status.id, status]),
)
const typeNames = remembered({ of: ['request_types'] }, async (db, ids: number[]) =>
  (await types.all(db, { ids })).map((type): [number, Ref] => [type.id, type]),
)

const overIds = statement((db) => db.selectFrom('request_statuses').select('id').where('is_over', '=', true))
const over = rememberedWhole(['request_statuses'], (db) => overIds.all(db, {}))

/** The statuses with which the work on a request is over, as administrators have set them. */
export const overStatuses = async (db: Db): Promise<ReadonlySet<number>> =>
  new Set((await over(db)).map(({ id }) => id))

interface NamedIds {
  status_id: number
  type_id: number
  author_id: number
  idcomp: number
  idmod: number
}

/** The names of what requests refer to, by id. */
export const namesIn = (db: Db, rows: NamedIds[]) => namesOf(db, (key) => rows.map((row) => row[key]))

/** The same for ids that are given column by column. */
export async function namesOf(db: Db, idsIn: (key: keyof NamedIds) => number[]) {
  const [status, type, author, company, module] = await Promise.all([
    statusNames(db, new Set(idsIn('status_id'))),
    typeNames(db, new Set(idsIn('type_id'))),
    personNames(db, new Set(idsIn('author_id'))),
    companyNames(db, new Set(idsIn('idcomp'))),
    moduleNames(db, new Set(idsIn('idmod'))),
  ])
  return { status, type, author, company, module }
}
export type Names = Awaited<ReturnType<typeof namesOf>>

/** The name of an id, which always exists because of the table's foreign keys. */
export function nameIn<Name>(names: Remembered<number, Name>, id: number): Name {
  const name = names.get(id)
  if (name === undefined) throw new Error(`nothing has the id ${id}`)
  return name
}
