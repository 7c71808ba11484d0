import { live } from '@vypusk/contract'
import { createStore } from '../ui/store.ts'
import { call } from './client.ts'
import { streamKey } from './stream-key.ts'

/** Where the person is: the place (`release/5`) and which part of it. */
export interface Where {
  place: string
  note: string
}

const NOBODY: readonly live.PersonHere[] = []
/** The other people who are at the place this window shows. */
export const peopleHere = createStore(NOBODY)

let where: Where | null = null

/** Reports where this window is. Presence is a courtesy, so a failure is not shown. */
async function report(): Promise<void> {
  const reported = where
  const key = streamKey.get()
  if (key === null) return
  const body = { key, place: reported?.place ?? null, note: reported?.note ?? '' }
  const reply = await call(live.here, { body, onRefusal: 'throw' }).catch(() => null)
  if (reported === where) peopleHere.set(reply?.people ?? NOBODY)
}

/** Sets where the window is now; null for no particular place. */
export function goTo(next: Where | null): void {
  if (next?.place !== where?.place) peopleHere.set(NOBODY)
  where = next
  void report()
}

/** A stream has opened under this key: the place is reported again, because it may be another server. */
export function openedAs(next: string): void {
  streamKey.set(next)
  void report()
}

/** The stream is lost: others do not see this window, and it does not see them. */
export function closed(): void {
  streamKey.set(null)
  peopleHere.set(NOBODY)
}

export function notePresence({ place, people }: live.Presence): void {
  if (place === where?.place) peopleHere.set(people)
}
