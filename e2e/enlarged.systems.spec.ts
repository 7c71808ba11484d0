import { ENLARGED, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { FOCUS_IS_SEEN } from './layout.ts'
import { demoOnly } from './lists.ts'

/** An ordinary window at 400 %; that nothing scrolls sideways there is checked in screens.systems.spec.ts. */

const expectFocusSeen = (page: Page) => expect.poll(() => page.evaluate(FOCUS_IS_SEEN)).toBe(true)

test('a list can be read and used by keyboard in a very low window', async ({ page, signIn }) => {
  await page.setViewportSize(ENLARGED)
  await signIn('manager', `/?${demoOnly}`)
  const cards = page.getByRole('list', { name: 'Бэклог' }).getByRole('button')
  await expect(cards.first()).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Новая заявка' }))
  await expectFocusSeen(page)
  await tabTo(page, cards.nth(4))
  await expectFocusSeen(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cards.nth(4)).toBeFocused()
  await expectFocusSeen(page)
})

test('the headings of the matrix do not lie over the link that has the focus', async ({ page, signIn }) => {
  await page.setViewportSize(ENLARGED)
  await signIn('manager', '/agreements?view=matrix')
  await tabTo(page, page.getByRole('table').getByRole('link').first())
  for (let steps = 0; steps < 12; steps += 1) {
    await expectFocusSeen(page)
    await page.keyboard.press('Tab')
  }
})
