import { auth, finding, live, lookups, notices, registry, waiting } from '@vypusk/contract'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { UserEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { App } from '../App.tsx'
import { setSession } from '../api/session.ts'
import { router } from '../routes.tsx'
import { entrance, noSettings, tokenOf } from './people.ts'
import { server } from './server.ts'

/** Answers the calls that every screen of a signed-in person makes. */
function answerShell(person: auth.SessionUser): void {
  server.answer(auth.getUser, person)
  server.answer(auth.getSettings, noSettings)
  server.answer(auth.saveSettings, { message: 'Сохранено' })
  server.answer(live.here, { message: 'Принято', people: [] })
  server.keepSilent(live.events)
  server.answer(finding.remember, { message: 'Запомнено' })
  server.answer(notices.count, { unread: 0, newest: null })
  server.answer(lookups.companies, { companies: [] })
  server.answer(waiting.count, { total: 0, more: false })
  server.answer(registry.checkEntryAccess, { access: true })
  server.answer(registry.checkCreateAccess, { access: true })
}

/**
 * Opens an address as a browser does, with the whole application running except the server.
 * @param person the signed-in person; null for nobody
 * @returns the simulated user
 */
export async function open(address: string, person: auth.SessionUser | null): Promise<UserEvent> {
  server.beneath(() => server.answer(auth.getEntrance, entrance))
  if (person) {
    server.beneath(() => answerShell(person))
    setSession({ token: tokenOf(person), user_id: null })
  }
  render(<App isStill />)
  await goTo(address)
  return userEvent.setup({ delay: null })
}

/** Goes to an address as if it had been typed into the address bar, without reloading the page. */
export const goTo = (address: string): Promise<void> => act(async () => router.history.push(address))

/** The address shown in the address bar. */
export const address = (): string => router.state.location.href

/** Returns the addresses that the browser has gone through since. */
export function addressesFrom(): () => string[] {
  const passed: string[] = []
  const stop = router.history.subscribe(({ location }) => void passed.push(location.href))
  onTestFinished(stop)
  return () => passed
}
