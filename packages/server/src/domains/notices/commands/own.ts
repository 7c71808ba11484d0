import type { notices } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf, today } from '../../../platform/clock.ts'
import { announceOwnAccount, announceOwnMark, announceOwnNews } from '../../../platform/live/own-news.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { unreadOf } from '../queries/list.ts'
import { knownThing, watchingOf } from '../queries/watching.ts'
import { markSome, markUntil, writeDigestTime, writeSettings, writeWatching } from '../store.ts'

/** Commands for the caller's own notices; their other windows are updated. */

/** Marks notices of the caller as read or unread; ids of others change nothing. */
export const markRead = (call: Call<typeof notices.read>) =>
  inTransaction(call, async (tx) => {
    const { person, body, deps } = call
    const now = momentOf(deps.clock)
    if ('until' in body) await markUntil(tx, person.id, body.until, now)
    else await markSome(tx, person.id, body.ids, body.read ? now : null)
    await announceOwnNews(tx, [person.id])
    return { message: 'Success', ...(await unreadOf(tx, person)) }
  })

/** Saves which notices the caller gets, and how. If a kind is given twice, the last counts. */
export const saveSettings = (call: Call<typeof notices.saveSettings>) =>
  inTransaction(call, async (tx) => {
    const { person, body, deps } = call
    const own = [...new Map(body.kinds.map((setting) => [setting.kind, setting])).values()]
    await writeSettings(tx, person.id, own)
    await writeDigestTime(tx, person.id, body.digest_time, today(deps.clock))
    await announceOwnAccount(tx, person)
    return { message: 'Success' }
  })

/** Follows or stops following a thing. @throws 404 for a thing that the caller may not see */
export const watch = (call: Call<typeof notices.watch>) =>
  inTransaction(call, async (tx) => {
    const { person, params, body, deps } = call
    const { entity, id } = params
    await knownThing(tx, person, entity, id)
    const at = momentOf(deps.clock)
    await writeWatching(tx, { entity, entity_id: id, user_id: person.id, watches: body.watches, at })
    await announceOwnMark(tx, person, entity, id)
    return { message: 'Success', ...(await watchingOf(tx, person, entity, id)) }
  })
