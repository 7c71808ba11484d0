import type { auth } from '@vypusk/contract'
import { createStore } from '../ui/store.ts'
import { inBrowser } from '../ui/storage.ts'

/** The token and whose it is. Kept in the browser, so every tab of a person shares one session. */
export interface Session {
  token: string
  /** Id of the person, known after the first reply; outlives nothing but the token. */
  user_id: number | null
}

const keptSession = inBrowser<Session>('session')

export const session = createStore<Session | null>(keptSession.read())

export function setSession(next: Session | null): void {
  keptSession.write(next)
  session.set(next)
}

/** Notes whose token it is, so that a dead session still knows whose page it leaves behind. */
export function noteUser(user: auth.SessionUser): void {
  const current = session.get()
  if (current && current.user_id !== user.id) setSession({ ...current, user_id: user.id })
}

/** Another tab signed in or out: this one follows. */
export function followOtherTabs(onChange: (next: Session | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key !== null && event.key !== 'vypusk.session') return
    const next = keptSession.read()
    if (next?.token === session.get()?.token) return
    session.set(next)
    onChange(next)
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
