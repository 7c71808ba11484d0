import { sql } from 'kysely'
import type { Concern, Listener } from '../../../platform/events.ts'
import { changesInside } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { partiesOf, type NamedPerson } from '../queries/things.ts'
import { notifyPeople, type Announcement } from './announcing.ts'

/** Notices about requests that were withdrawn. */

/** The entity that a withdrawn request is announced under, because it can no longer be opened. */
const WITHDRAWN = 'withdrawn_request'

/** The members of staff who are in charge of its conversation. */
async function ownersOf(tx: Transaction, entity_id: number): Promise<NamedPerson[]> {
  const rows = await tx
    .selectFrom('shared_threads')
    .select('owner_id')
    .where('request_id', '=', entity_id)
    .where('state', '<>', 'closed')
    .execute()
  return rows.flatMap(({ owner_id }) => (owner_id ? [{ entity_id, user_id: owner_id, role: 'responsible' }] : []))
}

/** SQL that checks whether the changed thing is a request that does not exist any more. */
export const isGoneRequest: Concern = ({ entity, entity_id }) =>
  entity === 'request'
    ? sql`exists (select from shared_requests as q where q.id = ${entity_id} and q.deleted_at is not null)`
    : sql`false`

/** Notifies the people who follow the request, and whoever is in charge of its conversation. */
export const onRequestWithdrawn: Listener<'changed'> = async (tx, event, actor) => {
  const { entity_id } = event
  const changes = await changesInside(tx, 'request', [entity_id])
  if (!changes.some(({ field, after }) => field === 'deleted_at' && after !== null)) return
  const parties = await partiesOf(tx, 'request', [entity_id], await ownersOf(tx, entity_id))
  const withdrawn: Announcement = { kind: 'changed', text: 'Заявка отозвана', to: () => true }
  await notifyPeople(tx, actor, event, { entity: WITHDRAWN, of: new Map([[entity_id, [withdrawn]]]), parties })
}
