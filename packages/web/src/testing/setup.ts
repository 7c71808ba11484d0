import { act, cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { forgetChanges, queryClient } from '../api/query-client.ts'
import { endSession } from '../api/session.ts'
import { forgetToasts } from '../components/kit/feedback/toast.tsx'
import { watchSession } from '../refusals.ts'
import { paths } from '../paths.ts'
import { router } from '../routes.tsx'
import { noteZone } from '../ui/zone.ts'
import { withoutOwnerStacks } from './owner-stacks.ts'
import { server } from './server.ts'

/** Starts each test like a newly opened tab. A call to the server that the test has no answer for fails the test. */

// Waiting ends as soon as the condition holds; the limit only stops tests that would wait forever.
configure({
  asyncUtilTimeout: 120_000,
  // Accessibility is checked in the real browser; computing it here takes most of the time.
  defaultHidden: true,
  // The text of the page is more helpful than its whole markup.
  getElementError: (message) => new Error([message, ...textsOf(document.body)].filter(Boolean).join('\n')),
})

/**
 * The texts of a part of the page. An error is made each time something awaited is not there yet, so that `innerText`,
 * which computes the style of every element, took a twelfth of the time.
 */
function textsOf(part: Node): string[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
  return texts
}

withoutOwnerStacks()

/** There is no layout here; a list draws the rows that fit into a window of this height. */
const HEIGHT = 900
for (const side of ['clientHeight', 'clientWidth'] as const)
  Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => HEIGHT })
Element.prototype.scrollIntoView = () => {}
// There are no style sheets here: computing the cascade for each accessible name took most of the time.
globalThis.getComputedStyle = (element) => (element as HTMLElement).style
// A link that saves a file is followed here like any other, and the tab would be left at the file's address.
HTMLAnchorElement.prototype.click = function follow() {
  if (!this.download) HTMLElement.prototype.click.call(this)
}
// Mantine's growing text fields measure themselves again when the fonts have loaded.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })

/** What a test has put on the page by itself, and would be found by the next one. Portals are shared by the whole program. */
function leftOnPage(): string[] {
  const left = [...document.body.children].filter((element) => !element.matches('[data-portal], style, script'))
  for (const element of left) element.remove()
  return left.map(({ outerHTML }) => `The test leaves on the page: ${outerHTML.slice(0, 200)}`)
}

/** Modules are shared by test files, so their listeners are added only once. */
const started = globalThis as { isStarted?: true }

beforeAll(() => {
  server.listen()
  if (!started.isStarted) watchSession()
  started.isStarted = true
  router.history.replace(paths.error404)
})

// A part that is still being loaded when the file ends would fail, and stay so for the files after it.
afterAll(() => vi.dynamicImportSettled())

afterEach(async () => {
  endSession()
  noteZone(undefined)
  // The next test starts from a page that makes no calls rather than from the page this test ended on. After a test that
  // has drawn a part without the router nothing would load that page, and the navigation would never end.
  if (router.state.location.pathname !== paths.error404)
    await act(() => router.navigate({ to: paths.error404, replace: true, ignoreBlocker: true }))
  cleanup()
  queryClient.clear()
  forgetChanges()
  forgetToasts()
  localStorage.clear()
  sessionStorage.clear()
  const faults = [...server.reset(), ...leftOnPage()]
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
