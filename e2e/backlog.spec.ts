import { expect, test } from './fixtures.ts'
import { search } from './keyboard.ts'
import { demoOnly, filter, grid, position, rows, tokenOf } from './lists.ts'
import { settle } from './screens.ts'

test.describe('the backlog', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('manager')
    await expect(rows(page).first()).toBeVisible()
  })

  /** Fewer rows say the same to axe and take it a fraction of the time. */
  const LOW = { width: 1440, height: 520 }

  test('is readable by everybody: an open filter and the calendar', async ({ page, expectAccessible }) => {
    test.slow()
    await page.setViewportSize(LOW)
    await filter(page, 'Компания').click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await filter(page, 'Создана').click()
    await expect(page.getByLabel('С', { exact: true })).toBeVisible()
    await expectAccessible()
  })

  test('is readable by everybody: columns, marked rows, the panel', async ({ page, expectAccessible }) => {
    test.slow()
    await page.setViewportSize(LOW)
    await page.getByRole('button', { name: 'Столбцы' }).click()
    await expect(page.getByRole('button', { name: 'Закрепить слева: Заявка' })).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await page
      .getByRole('checkbox', { name: /^Отметить запись/ })
      .first()
      .check()
    await rows(page).nth(2).click()
    await expect(page.getByRole('complementary', { name: /^Заявка/ })).toBeVisible()
    await expectAccessible()
  })

  test('searches, keeps the search in the address and survives a reload', async ({ page }) => {
    await page.goto(`/?${demoOnly}`)
    await search(page, 'отчёт')
    await settle(page)
    const found = (await position(page).textContent()) ?? ''
    expect(found).toMatch(/из \d{1,3}$/)
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('отчёт')
    await expect(position(page)).toHaveText(found)
    await page.getByRole('button', { name: 'Сбросить' }).click()
    await expect(position(page)).toHaveText(/из 2\s\d{3}$/)
  })

  test('filters by several values, counts them on the chip and says when nothing is found', async ({ page }) => {
    await filter(page, 'Компания').click()
    await page.getByRole('option').nth(0).click()
    await page.getByRole('option').nth(1).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/client_ids=\d+,\d+/)
    await expect(page.getByRole('search').getByText('Компания2')).toBeVisible()
    await page.getByRole('searchbox').fill('такого слова нет нигде')
    await expect(page.getByText('Ничего не найдено')).toBeVisible()
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await expect(page).not.toHaveURL(/client_ids/)
    await expect(rows(page).first()).toBeVisible()
  })

  test('takes days typed day first', async ({ page }) => {
    await filter(page, 'Создана').click()
    const from = page.getByLabel('С', { exact: true })
    await from.fill('01.02.2026')
    await from.press('Enter')
    await expect(page).toHaveURL(/date_from=2026-02-01/)
  })

  test('offers ready sets and keeps own ones', async ({ page, request }) => {
    await request.post('/api/user/settings', {
      headers: { Authorization: `Bearer ${await tokenOf(page)}` },
      data: { page: 'BacklogTableSets', pageSettings: [] },
    })
    await page.reload()
    await page.getByText('Срочные', { exact: true }).click()
    await expect(page).toHaveURL(/urgs=3,4/)
    await page.goto('/?urgs=4&isInBacklogValues=2')
    await page.getByRole('button', { name: 'Сохранить набор фильтров' }).click()
    await page.getByLabel('Название набора').fill('Критичные в бэклоге')
    const kept = page.waitForResponse('**/api/user/settings')
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await kept
    await page.goto('/')
    await page.getByText('Критичные в бэклоге', { exact: true }).click()
    await expect(page).toHaveURL(/urgs=4/)
    await page.getByRole('button', { name: 'Удалить свой набор' }).click()
    await expect(page.getByRole('radio', { name: 'Критичные в бэклоге' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Срочные', { exact: true })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Критичные в бэклоге' })).toHaveCount(0)
  })

  test('sorts by a heading: up, down, as it was', async ({ page }) => {
    const heading = grid(page).getByRole('columnheader', { name: /^Срочность/ })
    await heading.getByRole('button').click()
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    await heading.getByRole('button').click()
    await expect(heading).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(/order_by=urgency&isDesc=true/)
    await expect(rows(page).first()).toContainText('Критично')
    await heading.getByRole('button').click()
    await expect(heading).not.toHaveAttribute('aria-sort')
  })

  test('pages and changes the page size', async ({ page }) => {
    await page.getByRole('button', { name: 'Следующая страница' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(position(page)).toHaveText(/^51–100 из/)
    await page.getByRole('button', { name: '200 на странице' }).click()
    await expect(position(page)).toHaveText(/^1–200 из/)
    await page.goBack()
    await expect(position(page)).toHaveText(/^51–100 из/)
  })

  test('takes nonsense in the address for nothing', async ({ page }) => {
    await page.goto('/?page=-1&per_page=7&order_by=password&urgs=x,9,99999999999&date_from=2026-02-31')
    await expect(rows(page).first()).toBeVisible()
    await expect(position(page)).toHaveText(/^1–50 из/)
    await page.goto('/?page=900')
    await page.getByRole('button', { name: 'На последнюю страницу' }).click()
    await expect(rows(page).first()).toBeVisible()
  })

  test('walks by keyboard, opens the panel, follows with arrows and closes with Esc', async ({ page }) => {
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
    await page.keyboard.press('End')
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

  test('opens a request by its address and says when there is none', async ({ page }) => {
    await page.goto('/?open=1999')
    await expect(page.getByRole('complementary', { name: 'Заявка 1999' })).toContainText('Компания')
    await page.goto('/?open=99999999')
    await expect(page.getByRole('complementary')).toContainText('Заявка не найдена')
    await expect(rows(page).first()).toBeVisible()
  })
})
