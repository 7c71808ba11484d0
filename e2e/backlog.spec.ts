import { expect, test } from './fixtures.ts'
import { filter, position, rows } from './lists.ts'

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

  test('is used by keyboard: opens the panel, moves it with the arrow keys and closes it with Esc', async ({
    page,
  }) => {
    // Requests that other tests add come at the end, so the first pages do not change.
    await page.goto('/?order_by=id&isDesc=false')
    await expect(rows(page).nth(2)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).first()).toBeFocused()
    await page.keyboard.press('Slash')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/open=\d+/)
    const panel = page.getByRole('complementary', { name: /^Заявка/ })
    const first = await panel.getByRole('heading', { level: 2 }).textContent()
    await page.keyboard.press('ArrowDown')
    await expect(panel.getByRole('heading', { level: 2 })).not.toHaveText(first ?? '')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(rows(page).nth(2)).toBeFocused()
    // The last row is far below those that are drawn. It has the focus at once, because the next key is meant for it.
    const held = page.evaluate(`(() => {
      const end = new KeyboardEvent('keydown', { key: 'End', code: 'End', bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(end)
      return document.activeElement.dataset.index
    })()`)
    expect(await held).toBe('49')
    await page.keyboard.press('Enter')
    await expect(panel).toBeVisible()
    const last = page.url()
    await page.keyboard.press('ArrowDown')
    await expect(position(page)).toHaveText(/^51–100 из/)
    await expect(rows(page).first()).toHaveAttribute('data-open', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(page).toHaveURL(last)
    await expect(position(page)).toHaveText(/^1–50 из/)
  })
})
