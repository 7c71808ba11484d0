import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import type { Account } from '../rules.ts'

/** The accounts with an address, and the company of the thing that a letter to it is about. */
export interface Reached {
  accounts: Account[]
  /** Null if the thing belongs to none, or to several. */
  company: number | null
  /** The address was added to the agreement by hand, whoever else has it. */
  isExtra: boolean
}

interface Letter {
  entity: string
  entity_id: number
  target: string
}

const FIELDS = sql`u."isRivc", u.idcomp, u.is_blocked or u.deleted_at is not null as is_gone,
  u.can_enter_registry`

/** All accounts with an address. */
export const accountsAt = statement(
  (_, { lowered }: { lowered: string }) => sql<Account>`
    select ${FIELDS} from shared_users as u where lower(u.email) = ${lowered}`,
)

/** The reader of a notice. It is not sent if they have no address by now, or another one since a moment ago. */
const accountOf = statement(
  (_, { id, lowered }: { id: number; lowered: string }) => sql<Account>`
    select ${FIELDS} from shared_users as u where u.id = ${id} and lower(u.email) = ${lowered}`,
)

/** The present address of a person. */
export const addressOf = statement((db, { id }: { id: number }) =>
  db.selectFrom('shared_users').select('email').where('id', '=', id),
)

type Side = Pick<Reached, 'company' | 'isExtra'>

const OF_NOBODY: Side = { company: null, isExtra: false }

/** The kinds of things that belong to one company. */
const sides = {
  agreement: statement(
    (_, { id, lowered }: { id: number; lowered: string }) => sql<Side>`
      select a.company_id as company,
        exists (select from unnest(a."recipientsExtra") as extra where lower(extra) = ${lowered}) as "isExtra"
      from shared_agreements as a where a.id = ${id}`,
  ),
  request: statement(
    (_, { id }: { id: number }) => sql<Side>`
      select q.idcomp as company, false as "isExtra" from shared_requests as q where q.id = ${id}`,
  ),
  registry_entry: statement(
    (_, { id }: { id: number }) => sql<Side>`
      select e.idcomp as company, false as "isExtra" from shared_registry_entries as e where e.id = ${id}`,
  ),
}

/** The letters about work. Others, about an account or a webhook, are meant for the person whatever became of them. */
const ABOUT_WORK: ReadonlySet<string> = new Set([...Object.keys(sides), 'publication', 'release', 'notice'])

/** @returns null for a letter that is not about work */
export async function reachedBy(db: Db, { entity, entity_id: id, target }: Letter): Promise<Reached | null> {
  if (!ABOUT_WORK.has(entity)) return null
  const lowered = target.toLowerCase()
  if (entity === 'notice') return { ...OF_NOBODY, accounts: await accountOf.all(db, { id, lowered }) }
  const sideOf = entity in sides ? sides[entity as keyof typeof sides] : undefined
  const [accounts, side] = await Promise.all([accountsAt.all(db, { lowered }), sideOf?.first(db, { id, lowered })])
  return { ...(side ?? OF_NOBODY), accounts }
}
