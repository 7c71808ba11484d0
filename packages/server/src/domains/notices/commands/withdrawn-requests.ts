import type { Listener } from '../../../platform/events.ts'
import { changesInside } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { ownersOf } from '../queries/threads.ts'
import { partiesOf, type NamedPerson } from '../queries/things.ts'
import { notifyPeople, type Announcement } from './announcing.ts'

/** Notices about requests that were withdrawn. */

/** The entity that a withdrawn request is announced under, because it can no longer be opened. */
const WITHDRAWN = 'withdrawn_request'

/** The members of staff who are in charge of its conversation. */
async function namedOwners(tx: Transaction, entity_id: number): Promise<NamedPerson[]> {
  const rows = await ownersOf.all(tx, { request_id: entity_id })
  return rows.flatMap(({ owner_id }) => (owner_id ? [{ entity_id, user_id: owner_id, role: 'responsible' }] : []))
}

/** Notifies the people who follow the request, and whoever is in charge of its conversation. */
export const onRequestWithdrawn: Listener<'changed'> = async (tx, event, actor) => {
  const { entity, entity_id } = event
  // What another listener has done may concern this one, so it is called about other things as well.
  if (entity !== 'request') return
  const changes = await changesInside(tx, 'request', [entity_id])
  if (!changes.some(({ field, after }) => field === 'deleted_at' && after !== null)) return
  const parties = await partiesOf(tx, 'request', [entity_id], await namedOwners(tx, entity_id))
  const withdrawn: Announcement = { kind: 'changed', text: 'Заявка отозвана', to: () => true }
  await notifyPeople(tx, actor, event, { entity: WITHDRAWN, of: new Map([[entity_id, [withdrawn]]]), parties })
}
