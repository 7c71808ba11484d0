import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { reminders } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'

const goneBecause = sql<reminders.Superior['gone']>`case
  when u.deleted_at is not null or u.idcomp is distinct from e.company_id then 'left'
  when u.is_blocked then 'blocked' end`

const named = statement((db, { company_id }: { company_id: number }) =>
  db
    .selectFrom('company_escalations as e')
    .select((eb) => {
      const one = eb
        .selectFrom('shared_users as u')
        .select(['u.id', 'u.name', 'u.email as mailuser', 'u.idcomp', goneBecause.as('gone')])
      return [
        jsonObjectFrom(one.whereRef('u.id', '=', 'e.deputy_id')).as('deputy'),
        jsonObjectFrom(one.whereRef('u.id', '=', 'e.head_id')).as('head'),
        'e.version as escalation_version',
      ]
    })
    .where('e.company_id', '=', company_id),
)

/** Nobody, in a company for which nothing was chosen yet. */
const NOBODY_NAMED: reminders.Escalation = { deputy: null, head: null, escalation_version: 1 }

/**
 * Returns who in the company was chosen to be asked after the recipients. Those who are blocked, deleted or no longer of
 * the company are not asked; `gone` says so, so that somebody else can be chosen.
 */
export const escalationOf = async (db: Db, company_id: number): Promise<reminders.Escalation> =>
  (await named.first(db, { company_id })) ?? NOBODY_NAMED

/** The company, unless it is hidden. */
export const shownCompany = statement((db, { company_id }: { company_id: number }) =>
  db
    .selectFrom('shared_companies as companies')
    .select('idcomp')
    .where('idcomp', '=', company_id)
    .where('deleted_at', 'is', null),
)
