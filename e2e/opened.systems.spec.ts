import { expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { rows } from './lists.ts'
import { findThings, settle } from './screens.ts'
import type { Things } from './screens.ts'

/** Dialogs, menus and calendars that open over a screen, checked by axe in both themes. */
interface Opened {
  at: (things: Things) => string
  /** Each function opens one thing by pressing its buttons. */
  ways: ((page: Page) => Promise<void>)[]
}

const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('main').getByRole('button', { name }).first().click()
  }
const key = (pressed: string) => (page: Page) => page.keyboard.press(pressed)
/** Focuses a row, then presses a key that acts on it. */
const onRow = (pressed: string) => async (page: Page) => {
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press(pressed)
}
const day = (name: string) => (page: Page) => page.getByRole('textbox', { name, exact: true }).first().click()

const screens: Opened[] = [
  { at: () => '/', ways: [onRow('h'), key('r'), key('?'), key('Control+k')] },
  {
    at: ({ release }) => `/releases/${release}`,
    ways: [press('Другие действия'), press(/^Действия: /)],
  },
  { at: ({ agreement }) => `/agreements/${agreement}`, ways: [day('Дата'), press('Согласовано клиентом…')] },
  { at: ({ publication }) => `/publication/${publication}`, ways: [press('Отозвать…')] },
  { at: () => '/planning', ways: [press('Закрытые дни…')] },
]

/** Selects what is open; a calendar has no role, because it belongs to its field. */
const OVER = '[role=dialog], [role=menu], [data-dates-dropdown]'

test('dialogs, menus and calendars are accessible in both themes', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const things = await findThings(request)
  await signIn('manager', '/error404')
  const opened = page.locator(OVER).filter({ visible: true })
  for (const { at, ways } of screens) {
    await page.goto(at(things))
    await settle(page)
    for (const open of ways) {
      await open(page)
      await expect(opened.first()).toBeVisible()
      await expectAccessible(OVER)
      await page.keyboard.press('Escape')
      await expect(opened).toHaveCount(0)
    }
  }
})
