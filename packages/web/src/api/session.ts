import type { auth } from '@vypusk/contract'
import { createStore } from '../ui/store.ts'
import { inBrowser } from '../ui/storage.ts'
import type { StoredValue } from '../ui/storage.ts'

/** The token and whose it is. Kept in the browser, so every tab of a person shares one session. */
export interface Session {
  token: string
  /** Id of the person, known after the first reply; outlives nothing but the token. */
  user_id: number | null
}

const keptSession = inBrowser<Session>('session')

export const session = createStore<Session | null>(keptSession.read())

export function setSession(next: Session): void {
  keptSession.write(next)
  session.set(next)
}

/** Notes whose token it is, so that a dead session still knows whose page it leaves behind. */
export function noteUser(user: auth.SessionUser): void {
  const current = session.get()
  if (!current || current.user_id === user.id) return
  setSession({ ...current, user_id: user.id })
  // The same session looks at another company: nothing of the former may stay on the screen.
  if (current.user_id !== null) location.reload()
}

/** The session looks at another of the person's companies, from the address on. */
export function lookAs(user: auth.SessionUser, address: string): void {
  const current = session.get()
  if (current) setSession({ ...current, user_id: user.id })
  location.assign(address)
}

/** Whose session it is has changed, although the token is the same. */
const isOtherCompany = (next: Session | null, before: Session | null): boolean =>
  next !== null &&
  next.user_id !== null &&
  before !== null &&
  before.user_id !== null &&
  next.user_id !== before.user_id

/** Kept in the browser for the person who is signed in: whoever signs in here next finds nothing of it. */
export const ofPerson = <Value>(key: string): StoredValue<Value> => inBrowser(`${key}.${session.get()?.user_id ?? 0}`)

/** Ends the session of this tab; one that another tab has begun meanwhile stays. */
export function endSession(): void {
  if (keptSession.read()?.token === session.get()?.token) keptSession.write(null)
  session.set(null)
}

/** Another tab signed in or out: this one follows. `before` is what stood here until then. */
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
