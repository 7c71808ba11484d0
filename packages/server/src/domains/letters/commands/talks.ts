import type { Db } from '../../../platform/call.ts'
import type { EventActor, Listener } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { followersOf, requestAround, wordsOf, type RequestAround } from '../queries/talks.ts'
import { reachable } from '../rules.ts'
import { talkContent } from '../templates/talk-letters.ts'
import { letOrHold } from './holding/collecting.ts'
import { aroundOf, write, type Cause, type Due } from './write.ts'

/** Letters about the conversation of a request, to the people it concerns; internal entries go to staff only. */

/**
 * Internal entries are collected separately, so that a client's letter never waits for something it does not contain.
 */
export const TALK = { open: 'talk', internal: 'talk.internal' } as const

export const isTalk = (topic: string): boolean => topic === TALK.open || topic === TALK.internal

/** Who gets letters about entries of a request now, among those who may read it. */
export const readersOf = async (db: Db, request: RequestAround, entry_ids: number[]) =>
  reachable(await followersOf(db, request, entry_ids), 0).filter(
    ({ isRivc, idcomp }) => isRivc || (idcomp !== null && request.companies.includes(idcomp)),
  )

/**
 * Writes the letters about entries: everybody gets what others wrote and they may read. @returns the addresses they go
 * to
 */
export async function writeTalk(
  tx: Transaction,
  actor: EventActor,
  cause: Cause,
  entry_ids: number[],
): Promise<string[]> {
  const request = await requestAround(tx, cause.entity_id)
  const words = await wordsOf.all(tx, { ids: entry_ids })
  if (!request || words.length === 0) return []
  const people = await readersOf(tx, request, entry_ids)
  const due = people.flatMap(({ id, isRivc, email }): Due[] => {
    const theirs = words.filter(({ author_id, internal }) => author_id !== id && (isRivc || !internal))
    if (theirs.length === 0) return []
    const content = async () => talkContent(request, theirs, isRivc, aroundOf(actor, cause))
    return [{ content, ics: null, targets: [email], entry_ids: theirs.map((entry) => entry.id) }]
  })
  await write(tx, actor, cause, due)
  return due.flatMap(({ targets }) => targets)
}

/** Sends the first entry at once, and those that follow closely together. */
export const onTalked: Listener<'thread.said'> = async (tx, event, actor) => {
  const topic = event.data.internal ? TALK.internal : TALK.open
  await letOrHold(tx, event, topic, async () => {
    await writeTalk(tx, actor, event, [event.data.entry_id])
  })
}
