import { inTab } from '../ui/storage.ts'

/** Which build the page is of, and which the server has (web/build/name-build.ts). */

/** Null while developing and in tests. */
export const ownBuild: string | null =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null

/** A server that has not answered within this is away, in ms. */
const ANSWERS_WITHIN = 10_000

/** The server's own answer is for everybody: who says this stands before it. */
const ASKS_TO_SIGN_IN = new Set([401, 403])

/**
 * @returns the build the server has now; what a proxy says in its stead, as one that asks people to sign in first; null
 * where nothing answers
 */
async function serverBuild(): Promise<string | null> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN)
  try {
    const response = await fetch('/build.txt', { cache: 'no-store', redirect: 'manual', signal })
    return response.status < 400 || ASKS_TO_SIGN_IN.has(response.status) ? (await response.text()).trim() : null
  } catch {
    return null
  }
}

/** `same`, `newer` (anything else than the page's), or `silent`: no word from the server. */
export async function buildState(): Promise<'same' | 'newer' | 'silent'> {
  const found = await serverBuild()
  if (found === null) return 'silent'
  return found === ownBuild ? 'same' : 'newer'
}

const keptReload = inTab<number>('fetched-anew')
/** While a new version is rolled out servers of both answer in turn; a page that is broken stays so. */
const ONCE_IN_MS = 60_000

/**
 * Fetches the whole page anew, at most once a minute; what was typed is kept in the browser. Does not return where it does.
 */
export async function fetchPageAnew(): Promise<void> {
  if (Date.now() - (keptReload.read() ?? 0) < ONCE_IN_MS) return
  keptReload.write(Date.now())
  await globalThis.caches?.delete('page')
  location.reload()
  // Nothing of the former page is shown meanwhile.
  await new Promise(() => {})
}
