import type { live } from '@vypusk/contract'

/** How long after a change was reported a reply is assumed to contain it, in ms. */
const RECENT_MS = 5000

type LiveChange = Pick<live.LiveEvent, 'entity' | 'id' | 'by'>

/**
 * Keeps track of who has changed what recently, as reported by the server. Lists show a person's own changes at once,
 * whichever screen or tab they were made in, and hold back other people's changes while the list is being read.
 */
export function createRecentChanges(now: () => number) {
  let othersAt = -RECENT_MS
  /** By `release/7`; the number 0 stands for all things of a kind. */
  const ownAt = new Map<string, number>()
  const isRecent = (at = -RECENT_MS) => now() - at < RECENT_MS

  return {
    note({ entity, id, by }: LiveChange, me: number | null | undefined) {
      // A notice does not say who changed the thing it is about.
      if (entity === 'notice') return
      if (by === null || by !== me) othersAt = now()
      else ownAt.set(`${entity}/${id}`, now())
      for (const [each, at] of ownAt) if (!isRecent(at)) ownAt.delete(each)
    },
    /** Other people's changes are fetched now, possibly long after they were reported. */
    noteFetching: () => void (othersAt = now()),
    /** Checks whether the data that has just arrived may contain other people's changes. */
    haveOthersChanged: () => isRecent(othersAt),
    /**
     * Checks whether this person has just changed this thing, or so many things that they are not listed one by one.
     */
    isOwn: (entity: string, id: number) =>
      [`${entity}/${id}`, `${entity}/0`, 'all/0'].some((name) => isRecent(ownAt.get(name))),
  }
}
