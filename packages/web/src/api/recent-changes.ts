import type { live } from '@vypusk/contract'

/** How long after a change was told of a reply is taken to bring it. */
const RECENT_MS = 5000

type LiveChange = Pick<live.LiveEvent, 'entity' | 'id' | 'by'>

/**
 * Who has changed what lately, as the server tells it: lists show at once what oneself has done, whichever
 * screen or tab it was done on, and let what others did wait while they are being read.
 */
export function createRecentChanges(now: () => number) {
  let othersAt = -RECENT_MS
  /** By `release/7`; the number 0 stands for all things of a kind. */
  const ownAt = new Map<string, number>()
  const isRecent = (at = -RECENT_MS) => now() - at < RECENT_MS

  return {
    note({ entity, id, by }: LiveChange, me: number | null | undefined) {
      // The own bell says nothing of who has changed the thing it rings for.
      if (entity === 'notice') return
      if (by === null || by !== me) othersAt = now()
      else ownAt.set(`${entity}/${id}`, now())
      for (const [each, at] of ownAt) if (!isRecent(at)) ownAt.delete(each)
    },
    /** What others did is asked for now: it may have been told of long ago. */
    noteAsking: () => void (othersAt = now()),
    /** Whether what has just arrived may have been changed by others. */
    haveOthersChanged: () => isRecent(othersAt),
    /** Whether this person has just changed this thing, or so many that no event names each. */
    isOwn: (entity: string, id: number) =>
      [`${entity}/${id}`, `${entity}/0`, 'all/0'].some((name) => isRecent(ownAt.get(name))),
  }
}
