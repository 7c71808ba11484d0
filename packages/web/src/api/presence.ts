import { live } from '@vypusk/contract'
import { createStore } from '../ui/store.ts'
import { call } from './client.ts'
import { streamKey } from './stream-key.ts'

/** Where the person is: `release/5`, and which part of it. */
export interface Where {
  place: string
  note: string
}

const NOBODY: readonly live.PersonHere[] = []
/** Who else is where this window is. */
export const peopleHere = createStore(NOBODY)

let where: Where | null = null

/** Presence is a courtesy: when it cannot be told, nothing is said of it. */
async function say(): Promise<void> {
  const reported = where
  const key = streamKey.get()
  if (key === null) return
  const body = { key, place: reported?.place ?? null, note: reported?.note ?? '' }
  const reply = await call(live.here, { body, onRefusal: 'throw' }).catch(() => null)
  if (reported === where) peopleHere.set(reply?.people ?? NOBODY)
}

/** Says where the window is now; null for nothing in particular. */
export function goTo(next: Where | null): void {
  if (next?.place !== where?.place) peopleHere.set(NOBODY)
  where = next
  void say()
}

/** A stream has opened under this key: the server is told anew, it may be another node. */
export function openedAs(next: string): void {
  streamKey.set(next)
  void say()
}

/** The stream is lost: nobody hears of this window, nor it of others. */
export function closed(): void {
  streamKey.set(null)
  peopleHere.set(NOBODY)
}

export function notePresence({ place, people }: live.Presence): void {
  if (place === where?.place) peopleHere.set(people)
}
