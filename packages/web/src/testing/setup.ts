import { act, cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { endSession } from '../api/session.ts'
import { forgetToasts } from '../components/kit/feedback/toast.tsx'
import { watchSession } from '../refusals.ts'
import { paths } from '../paths.ts'
import { router } from '../routes.tsx'
import { server } from './server.ts'

/** Each test begins like a tab just opened; what a screen asks of the server and no test answers fails the test. */

// What is waited for comes as soon as it can; the limit only ends a test that waits for nothing.
configure({
  asyncUtilTimeout: 120_000,
  // What people with a screen reader meet is looked at in the real browser, and here costs most of the time.
  defaultHidden: true,
  // The words of the page say more than all of its markup.
  getElementError: (message) => new Error([message, document.body.innerText].filter(Boolean).join('\n\n')),
})

/** Nothing is laid out here; a list draws the rows that a window of this height has room for. */
const HEIGHT = 900
for (const side of ['clientHeight', 'clientWidth'] as const)
  Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => HEIGHT })
Element.prototype.scrollIntoView = () => {}
// No style sheets are here: working out their cascade for each name of each element took most of the time.
globalThis.getComputedStyle = (element) => (element as HTMLElement).style
// Mantine's growing text fields measure themselves anew once the fonts are there.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })

/** Modules outlive a test file: what they listen to is listened to once. */
const started = globalThis as { isStarted?: true }

beforeAll(() => {
  server.listen()
  if (!started.isStarted) watchSession()
  started.isStarted = true
  router.history.replace(paths.error404)
})

afterEach(async () => {
  endSession()
  // The next test begins at a page that asks nobody for anything, not at what this one has left.
  await act(() => router.navigate({ to: paths.error404, replace: true, ignoreBlocker: true }))
  cleanup()
  queryClient.clear()
  forgetToasts()
  localStorage.clear()
  sessionStorage.clear()
  const faults = server.reset()
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
