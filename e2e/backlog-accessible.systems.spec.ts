import { expect, test } from './fixtures.ts'
import { filter, rows } from './lists.ts'

test.describe('the backlog', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('manager')
    await expect(rows(page).first()).toBeVisible()
  })

  /** A low window has fewer rows: axe finds the same in a fraction of the time. */
  const LOW = { width: 1440, height: 520 }

  test('is accessible: an open filter, the calendar, columns, selected rows, the panel', async ({
    page,
    expectAccessible,
  }) => {
    await page.setViewportSize(LOW)
    await filter(page, 'Компания').click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible('[role=search], [role=listbox]')
    await page.keyboard.press('Escape')
    await filter(page, 'Создана').click()
    await expect(page.getByLabel('С', { exact: true })).toBeVisible()
    await expectAccessible('[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Столбцы' }).click()
    await expect(page.getByRole('button', { name: 'Закрепить слева: Заявка' })).toBeVisible()
    await expectAccessible('[role=dialog]')
    await page.keyboard.press('Escape')
    await page
      .getByRole('checkbox', { name: /^Отметить запись/ })
      .first()
      .check()
    await rows(page).nth(2).click()
    await expect(page.getByRole('complementary', { name: /^Заявка/ })).toBeVisible()
    await expectAccessible('[role=toolbar]')
  })
  test('cuts off no heading, nor that of the column it is sorted by', async ({ page }) => {
    const cut = () =>
      page
        .locator('[data-heading]')
        .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
    for (const name of ['Приор.', 'Часы', '№']) {
      const heading = page.getByRole('columnheader').filter({ hasText: name }).first()
      await heading.getByRole('button').click()
      await expect(heading).toHaveAttribute('aria-sort')
      expect(await cut()).toBe(0)
    }
  })
})
