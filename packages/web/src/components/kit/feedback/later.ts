import { useEffect, useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { createStore, useStore } from '../../../ui/store.ts'
import type { Store } from '../../../ui/store.ts'
import { withinLimit } from './chunks.ts'

/** A part of the program that the first screen does without. */
export interface Later<Part> {
  /** Null until it has come. */
  part: Store<Part | null>
  /** Rejects as `import()` does. */
  fetch: () => Promise<Part>
}

/** How long is waited for a line that is in use, and where browsers do not say when they are idle, in ms. */
const PAUSE_MS = 200

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** Settles when neither the processor nor the line is needed for anything else. */
async function idle(): Promise<void> {
  do {
    await ('requestIdleCallback' in globalThis ? new Promise((resolve) => requestIdleCallback(resolve)) : pause())
    if (queryClient.isFetching() > 0) await pause()
  } while (queryClient.isFetching() > 0)
}

let begin = () => {}
/** What is fetched ahead of being asked for comes one after the other, once the first screen stands. */
let queue = new Promise<void>((resolve) => (begin = resolve))

/** Says that the first screen stands. */
export const beginFetchingAhead = (): void => begin()

async function fetchAfter(former: Promise<void>, fetch: () => Promise<unknown>): Promise<void> {
  await former
  await idle()
  try {
    await fetch()
  } catch {
    // Whoever asks for it fetches it again, and waits for the line.
  }
}

/** Fetches something when there is nothing else to do. */
export function fetchAhead(fetch: () => Promise<unknown>): void {
  queue = fetchAfter(queue, fetch)
}

/** A part that comes when there is nothing else to do, at the latest when it is asked for (docs/decisions/0124). */
export function later<Part>(load: () => Promise<Part>): Later<Part> {
  const part = createStore<Part | null>(null)
  const fetch = async () => {
    const come = await load()
    part.set(come)
    return come
  }
  fetchAhead(fetch)
  return { part, fetch }
}

/**
 * @param isNeeded whether it is needed now; one that does not come then fails the screen, as a screen's own code would
 * @returns the part, or null while it has not come
 */
export function usePart<Part>({ part, fetch }: Later<Part>, isNeeded: boolean): Part | null {
  const come = useStore(part)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const isMissing = isNeeded && come === null
  useEffect(() => {
    if (isMissing) withinLimit(fetch).catch((error: unknown) => setFailure({ error }))
  }, [isMissing, fetch])
  if (failure) throw failure.error
  return come
}
