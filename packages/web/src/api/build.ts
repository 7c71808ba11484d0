import { takeEarly } from './early.ts'
import { inTab } from '../ui/storage.ts'

/** Compares the build of the page with the build of the server (web/build/name-build.ts). */

/** Null during development and in tests. */
export const ownBuild: string | null =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null

/** A server that does not answer within this time is considered unreachable, in ms. */
const ANSWERS_WITHIN = 10_000

/** The server itself serves this file to everybody, so one of these statuses comes from a proxy in front of it. */
const ASKS_TO_SIGN_IN = new Set([401, 403])

/**
 * @returns the name of the server's current build; the text of a proxy that answered instead, such as one that requires
 *   signing in; null when nothing answered
 */
export async function serverBuild(): Promise<string | null> {
  const [address, signal] = ['/build.txt', AbortSignal.timeout(ANSWERS_WITHIN)] as const
  try {
    const response = await (takeEarly({ address }) ?? fetch(address, { cache: 'no-store', redirect: 'manual', signal }))
    return response.status < 400 || ASKS_TO_SIGN_IN.has(response.status) ? (await response.text()).trim() : null
  } catch {
    return null
  }
}

/** @returns `same`, `newer` (any build other than the page's), or `silent` when the server did not answer */
export async function buildState(): Promise<'same' | 'newer' | 'silent'> {
  const found = await serverBuild()
  if (found === null) return 'silent'
  return found === ownBuild ? 'same' : 'newer'
}

const keptReload = inTab<number>('reloaded')
/**
 * While a new version is rolled out, servers of both versions answer in turn; and a page that is broken stays broken.
 */
const ONCE_IN_MS = 60_000

/** Reloads the page from the server; typed text is kept in the browser. Does not return. */
export async function reloadPage(): Promise<void> {
  keptReload.write(Date.now())
  await globalThis.caches?.delete('page')
  location.reload()
  // Nothing of the old page is shown in the meantime.
  await new Promise(() => {})
}

/** The same by the page itself: at most once a minute. */
export async function reloadOnce(): Promise<void> {
  if (Date.now() - (keptReload.read() ?? 0) >= ONCE_IN_MS) await reloadPage()
}
