import { expect, test } from './fixtures.ts'
import { position, rows } from './lists.ts'

test.describe('the backlog', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('manager')
    await expect(rows(page).first()).toBeVisible()
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
