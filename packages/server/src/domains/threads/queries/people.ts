import { sql } from 'kysely'
import type { threads } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { knowing } from '../../access/port.ts'
import { isPresent } from '../../catalog/port.ts'
import { reasons } from '../policy.ts'
import { knownSubject } from './subjects.ts'

/** Finds who can be mentioned in the conversation of a request. */

interface Named {
  id: number
  name: string
  side: threads.Side
}

/** The people who can read it: staff, and the company's people if the company may see the request. */
const readers = statement((db, { companies }: { companies: number[] }) =>
  db
    .selectFrom('shared_users as u')
    .select((eb) => [
      'u.id',
      'u.name',
      eb
        .case()
        .when('u.isRivc', '=', true)
        .then('staff' as const)
        .else('client' as const)
        .end()
        .as('side'),
    ])
    .where('u.is_blocked', '=', false)
    .where('u.is_service', '=', false)
    .where('u.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('u.isRivc', '=', true), sql<boolean>`u.idcomp = any(${companies}::int[])`]))
    .orderBy('u.isRivc')
    .orderBy(inRussianOrder('u.name'))
    .orderBy('u.id'),
)

/**
 * The members of staff who have written to the client. A client is offered no others: who else works there is not its
 * concern.
 */
const staffWhoWrote = statement((db, { request_id }: { request_id: number }) =>
  db
    .selectFrom('entries as e')
    .innerJoin('threads as t', 't.id', 'e.thread_id')
    .select('e.author_id')
    .distinct()
    .where('t.request_id', '=', request_id)
    .where('e.internal', '=', false)
    .whereRef('e.id', '>', 't.former_entry_id')
    .where('e.side', '=', 'staff'),
)

async function namedBy(db: Db, { isRivc }: Person, request_id: number): Promise<Named[]> {
  const all = await readers.all(db, { companies: await knowing(db, 'request', request_id) })
  if (isRivc) return all
  const known = new Set((await staffWhoWrote.all(db, { request_id })).map(({ author_id }) => author_id))
  return all.filter(({ id, side }) => side === 'client' || known.has(id))
}

/** The people that the caller may mention. @throws 404 if the caller may not see the request */
export async function mentionable(db: Db, person: Person, request_id: number): Promise<{ people: Named[] }> {
  await knownSubject(db, person, { entity: 'request', entity_id: request_id })
  return { people: await namedBy(db, person, request_id) }
}

/** Checks that everybody mentioned may read the entry. @throws 422 otherwise */
export async function refuseStrangers(
  db: Db,
  person: Person,
  request_id: number,
  { internal, mentions }: { internal: boolean; mentions: number[] },
): Promise<void> {
  if (mentions.length === 0) return
  const people = await namedBy(db, person, request_id)
  const known = new Set(people.filter(({ side }) => !internal || side === 'staff').map(({ id }) => id))
  if (!mentions.every((id) => known.has(id))) throw refuseField('mentions', reasons.strangers[1])
}

/** The colleagues for whom a person answers in a thread about an agreement, as their substitute, by name. */
export const awayFor = statement((db, { thread_id, user_id }: { thread_id: number; user_id: number }) =>
  db
    .selectFrom('threads as t')
    .innerJoin('stood_in_for_threads as away', 'away.agreement_id', 't.agreement_id')
    .select('away.name')
    .where('t.id', '=', thread_id)
    .where('away.user_id', '=', user_id)
    .orderBy('away.name'),
)

/** A member of staff, and whether they have not left. */
export const staffMember = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_users')
    .select(['id', 'name', isPresent(sql.ref('shared_users.id')).as('is_present')])
    .where('id', '=', id)
    .where('isRivc', '=', true)
    .where('deleted_at', 'is', null),
)
