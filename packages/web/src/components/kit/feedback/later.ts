import { useEffect, useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { createStore, useStore } from '../../../ui/store.ts'
import type { Store } from '../../../ui/store.ts'
import { withinLimit } from './chunks.ts'

/** A part of the program that the first screen does not need. */
export interface Later<Part> {
  /** Null until it has been loaded. */
  part: Store<Part | null>
  /** Rejects like `import()`. */
  fetch: () => Promise<Part>
}

/** The pause, in ms, while the connection is in use, or in browsers that do not report when they are idle. */
const PAUSE_MS = 200

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** Resolves when neither the processor nor the connection is needed for anything else. */
async function idle(): Promise<void> {
  do {
    await ('requestIdleCallback' in globalThis ? new Promise((resolve) => requestIdleCallback(resolve)) : pause())
    if (queryClient.isFetching() > 0) await pause()
  } while (queryClient.isFetching() > 0)
}

let begin = () => {}
/** Parts are fetched in advance one after another, once the first screen is shown. */
let queue = new Promise<void>((resolve) => (begin = resolve))

/** To be called when the first screen is shown. */
export const beginFetchingAhead = (): void => begin()

async function fetchAfter(former: Promise<void>, fetch: () => Promise<unknown>): Promise<void> {
  await former
  await idle()
  try {
    await fetch()
  } catch {
    // If it fails, it is fetched again when it is needed.
  }
}

/** Fetches something when there is nothing else to do. */
export function fetchAhead(fetch: () => Promise<unknown>): void {
  queue = fetchAfter(queue, fetch)
}

/** A part that is loaded when there is nothing else to do, or at the latest when it is needed (docs/decisions/0124). */
export function later<Part>(load: () => Promise<Part>): Later<Part> {
  const part = createStore<Part | null>(null)
  const fetch = async () => {
    const loaded = await load()
    part.set(loaded)
    return loaded
  }
  fetchAhead(fetch)
  return { part, fetch }
}

/**
 * @param isNeeded whether it is needed now; if it then fails to load, the screen fails as if its own code had not
 *   loaded
 * @returns the part, or null until it has been loaded
 */
export function usePart<Part>({ part, fetch }: Later<Part>, isNeeded: boolean): Part | null {
  const loaded = useStore(part)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const isMissing = isNeeded && loaded === null
  useEffect(() => {
    if (isMissing) withinLimit(fetch).catch((error: unknown) => setFailure({ error }))
  }, [isMissing, fetch])
  if (failure) throw failure.error
  return loaded
}
