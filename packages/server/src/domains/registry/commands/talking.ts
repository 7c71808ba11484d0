import type { registry } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { announceOwnMark } from '../../../platform/live/own-news.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { unknowns } from '../policy.ts'
import { commentsOf, readersOf } from '../queries/comments.ts'
import { knownEntry } from '../queries/scope.ts'
import { insertComment, touchEntry, writeRead } from '../store.ts'
import '../events.ts'

/** Adds a comment on the caller's own side; people mentioned get a letter. */
export const addComment = (call: Call<typeof registry.addComment>) =>
  inTransaction(call, async (tx) => {
    const { person, body, deps } = call
    const at = momentOf(deps.clock)
    // Locks the entry first: nobody writes to a company from which it is being taken.
    await touchEntry(tx, body.id, at)
    const { id, idcomp, version } = await knownEntry(tx, person, body.id)
    const users = [...new Set(body.mentions)]
    await refuseStrangers(tx, idcomp, users)
    const side = person.isRivc ? 'rivc' : 'client'
    const row = { entry_id: id, side, comment: body.comment, user_id: person.id, created_at: at }
    const comment_id = await insertComment(tx, row, users)
    const frame = { entity: 'registry_entry' as const, entity_id: id, version, companies: [idcomp] }
    await emit(tx, call, { ...frame, kind: 'registry.commented', data: { comment_id, mentions: users } })
    if (users.length > 0) await emit(tx, call, { ...frame, kind: 'registry.mentioned', data: { comment_id, users } })
    return { message: 'Success', ...(await commentsOf(tx, person, id, side)) }
  })

/** Checks that everybody mentioned may see the entry. */
async function refuseStrangers(tx: Transaction, idcomp: number, users: number[]) {
  if (users.length === 0) return
  const readers = new Set((await readersOf.all(tx, { idcomp })).map(({ id }) => id))
  if (!users.every((id) => readers.has(id))) throw refuseField('mentions', unknowns.mentions)
}

/** Marks an entry's comments as read by the person, in their other windows too. @throws 404 for an entry they may not know of */
export const readComments = (call: Call<typeof registry.readComments>) =>
  inTransaction(call, async (tx) => {
    const { id } = await knownEntry(tx, call.person, call.body.id)
    const isNew = await writeRead(tx, { user_id: call.person.id, entry_id: id, until: call.body.until })
    if (isNew) await announceOwnMark(tx, call.person, 'registry_entry', id)
    return { message: 'Success' }
  })
