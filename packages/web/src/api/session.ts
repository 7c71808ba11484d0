import type { auth } from '@vypusk/contract'
import { homeOf } from '../paths.ts'
import { createStore } from '../ui/store.ts'
import { inBrowser } from '../ui/storage.ts'
import type { StoredValue } from '../ui/storage.ts'

/** The token and the person it belongs to. Stored in the browser, so that all tabs of a person share one session. */
export interface Session {
  token: string
  /** Id of the person, known after the first reply; discarded together with the token. */
  user_id: number | null
  /** The person's first screen, known with the id: what it needs leaves before the program runs (first.js). */
  home?: string
}

const keptSession = inBrowser<Session>('session')

export const session = createStore<Session | null>(keptSession.read())

export function setSession(next: Session): void {
  keptSession.write(next)
  session.set(next)
}

/**
 * Records whose token it is, so that when the session has ended it is still known whose page is being left, and their
 * first screen. A session of an earlier build has none yet.
 */
export function noteUser(user: auth.SessionUser): void {
  const current = session.get()
  const home = homeOf(user)
  if (!current || (current.user_id === user.id && current.home === home)) return
  setSession({ ...current, user_id: user.id, home })
  // The same session now shows another company: nothing of the former company may stay on the screen.
  if (current.user_id !== null && current.user_id !== user.id) location.reload()
}

/** Switches the session to another of the person's companies and opens the address. */
export function lookAs(user: auth.SessionUser, address: string): void {
  const current = session.get()
  if (current) setSession({ ...current, user_id: user.id, home: homeOf(user) })
  location.assign(address)
}

/** Checks whether the session has switched to another company although the token is the same. */
const isOtherCompany = (next: Session | null, before: Session | null): boolean =>
  next !== null &&
  next.user_id !== null &&
  before !== null &&
  before.user_id !== null &&
  next.user_id !== before.user_id

/** A value stored in the browser for the signed-in person; somebody else who signs in here does not see it. */
export const ofPerson = <Value>(key: string): StoredValue<Value> => inBrowser(`${key}.${session.get()?.user_id ?? 0}`)

/** Ends the session of this tab; a session that another tab has started meanwhile is kept. */
export function endSession(): void {
  if (keptSession.read()?.token === session.get()?.token) keptSession.write(null)
  session.set(null)
}

/**
 * Follows sign-ins and sign-outs in other tabs.
 * @param onChange called with the new session and the one this tab had before
 */
export function followOtherTabs(onChange: (next: Session | null, before: Session | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key !== null && event.key !== 'vypusk.session') return
    const next = keptSession.read()
    const before = session.get()
    if (next?.token === before?.token && !isOtherCompany(next, before)) return
    session.set(next)
    onChange(next, before)
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
