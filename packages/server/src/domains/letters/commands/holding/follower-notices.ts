import type { EventActor, WrittenEvent } from '../../../../platform/events.ts'
import type { Transaction } from '../../../../platform/transaction.ts'
import { mayHear } from '../../../access/port.ts'
import { followersNow } from '../../queries/followers.ts'
import { stillWants, type Wanted } from '../../rules.ts'
import { writeNotices, type Addressed } from '../notices.ts'
import { TALK } from '../talks.ts'
import type { NoticeFacts } from '../../templates/notice-letters.ts'

/** Notices that wait together with a held letter, for people who get no letter of their own about it. */

/** A notice that waits: `keepNotices` writes it, with its event. Those of the release before do not say who wants them. */
export type Kept = Addressed & NoticeFacts & Wanted & { event_id: number }

interface Waiting {
  entity: string
  entity_id: number
  topic: string
  notices: Kept[]
}

/**
 * The last notice of each person that they may and want to read now: while it waited they may have been blocked or
 * moved, the thing may have been deleted or given to another company, and they may have stopped following it.
 */
async function dueOf(tx: Transaction, { notices, topic, ...thing }: Waiting): Promise<Kept[]> {
  const followers = await followersNow(
    tx,
    thing,
    notices.map(({ user_id }) => user_id),
  )
  const due = notices.flatMap((notice) => {
    const follower = followers.get(notice.user_id)
    if (!follower || !stillWants(follower, notice)) return []
    const companies = topic === TALK.internal ? [] : follower.companies
    return mayHear(follower, { entity: thing.entity, companies })
      ? [{ ...notice, to: follower.email, idcomp: follower.idcomp }]
      : []
  })
  const inOrder = due.toSorted((one, other) => one.event_id - other.event_id)
  return [...new Map(inOrder.map((notice) => [notice.user_id, notice])).values()]
}

/**
 * Writes to everybody whose notice waited.
 * @param targets the addresses that get the letter itself
 */
export async function announceFollowers(
  tx: Transaction,
  actor: EventActor,
  event: WrittenEvent,
  waiting: Waiting,
  targets: string[],
): Promise<void> {
  if (waiting.notices.length === 0) return
  const known = new Set(targets.map((address) => address.toLowerCase()))
  const due = (await dueOf(tx, waiting)).filter(({ to }) => !known.has(to.toLowerCase()))
  await writeNotices(
    tx,
    actor,
    due.map((notice) => ({ event: { ...event, id: notice.event_id }, notice })),
  )
}
