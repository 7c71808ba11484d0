import type { Page } from './fixtures.ts'
import { PHONE, expect, test } from './fixtures.ts'

const grid = (page: Page) => page.getByRole('grid')
/** Rows with data: the first row of the grid is its head. */
const rows = (page: Page) => grid(page).locator('tbody').getByRole('row')
const filter = (page: Page, name: string) => page.getByRole('search', { name: 'Фильтры' }).getByRole('button', { name, exact: true })
const position = (page: Page) => page.locator('footer').getByRole('status')

/** The token of whoever is signed in on the page. */
const tokenOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('vypusk.session') ?? '{}').token as string)

test.describe('the backlog', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('manager')
    await expect(rows(page).first()).toBeVisible()
  })

  /** Fewer rows say the same to axe and take it a fraction of the time. */
  const LOW = { width: 1440, height: 520 }

  test('is readable by everybody', async ({ page, expectAccessible }) => {
    test.slow()
    await page.setViewportSize(LOW)
    await expectAccessible()
  })

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
    await page.getByRole('checkbox', { name: /^Отметить запись/ }).first().check()
    await rows(page).nth(2).click()
    await expect(page.getByRole('complementary', { name: /^Заявка/ })).toBeVisible()
    await expectAccessible()
  })

  test('searches, keeps the search in the address and survives a reload', async ({ page }) => {
    const all = await position(page).textContent()
    await page.keyboard.press('/')
    await page.keyboard.type('отчёт')
    await expect(page).toHaveURL(/search_string=/)
    await expect(position(page)).not.toHaveText(all ?? '')
    const found = await position(page).textContent()
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('отчёт')
    await expect(position(page)).toHaveText(found ?? '')
    await page.getByRole('button', { name: 'Сбросить' }).click()
    await expect(position(page)).toHaveText(all ?? '')
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
    await page.goto('/?page=-1&per_page=7&order_by=password&urgs=x,99999999999&date_from=yesterday')
    await expect(rows(page).first()).toBeVisible()
    await expect(position(page)).toHaveText(/^1–50 из/)
  })

  test('walks by keyboard, opens the panel, follows with arrows and closes with Esc', async ({ page }) => {
    await rows(page).first().focus()
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
  })

  test('opens a request by its address and says when there is none', async ({ page }) => {
    await page.goto('/?open=1999')
    await expect(page.getByRole('complementary', { name: 'Заявка 1999' })).toContainText('Компания')
    await page.goto('/?open=99999999')
    await expect(page.getByRole('complementary')).toContainText('Заявка не найдена')
    await expect(rows(page).first()).toBeVisible()
  })
})

test.describe('editing in place', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('manager')
    await expect(rows(page).first()).toBeVisible()
  })

  const hours = (page: Page, row: number) => rows(page).nth(row).getByRole('button', { name: /^Изменить: Часы/ })

  test('hours as people write them, Esc leaves them, «Отменить» takes them back', async ({ page }) => {
    const cell = hours(page, 10)
    const before = (await cell.textContent()) ?? ''
    await cell.click()
    await page.keyboard.type('7,5')
    await page.keyboard.press('Escape')
    await expect(cell).toHaveText(before)
    await cell.click()
    await page.keyboard.type('11,5')
    const saved = page.waitForResponse('**/api/backlog-requests-save')
    await page.keyboard.press('Enter')
    await expect(cell).toHaveText('11:30')
    expect((await saved).status()).toBe(200)
    const said = page.getByRole('status').filter({ hasText: 'Заявка успешно обновлена' })
    const undone = page.waitForResponse('**/api/backlog-requests-save')
    await said.getByRole('button', { name: 'Отменить' }).click()
    expect((await undone).status()).toBe(200)
    await expect(cell).toHaveText(before)
  })

  test('what does not fit stays open with the reason', async ({ page }) => {
    await hours(page, 11).click()
    await page.keyboard.type('скоро')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Часы: 7:30, 7,5 или 90м' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  test('Tab goes on to the next field and both are saved', async ({ page }) => {
    const saves: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/api/backlog-requests-save')) saves.push(response.status())
    })
    const priority = rows(page).nth(12).getByRole('button', { name: /^Изменить: Приор\./ })
    const [wanted, typed, shown] = (await priority.textContent()) === '5' ? ['4', '3:15', '03:15'] : ['5', '3:45', '03:45']
    const row = rows(page).nth(12)
    await row.getByRole('button', { name: /^Изменить: Приор\./ }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(wanted)
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(hours(page, 12)).toHaveText(shown)
    await expect.poll(() => saves).toEqual([200, 200])
    await page.reload()
    await expect(hours(page, 12)).toHaveText(shown)
    await expect(priority).toHaveText(wanted)
  })

  test('a refused change goes back and says why', async ({ page }) => {
    const cell = hours(page, 14)
    const before = (await cell.textContent()) ?? ''
    await page.route('**/api/backlog-requests-save', (route) =>
      route.fulfill({ status: 409, json: { message: 'Запись уже изменил другой человек' } }),
    )
    await cell.click()
    await page.keyboard.type('99')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Запись уже изменил другой человек' })).toBeVisible()
    await expect(cell).toHaveText(before)
  })

  test('a stale version is refused by the server itself', async ({ page, request }) => {
    const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
    const save = (data: object) => request.post('/api/backlog-requests-save', { headers, data })
    const { version, backlog_request } = await (await request.get('/api/requests/5', { headers })).json()
    const planned_time = (backlog_request?.planned_time ?? 0) + 1
    expect((await save({ request_id: 5, planned_time, version })).status()).toBe(200)
    expect((await save({ request_id: 5, planned_time: planned_time + 1, version })).status()).toBe(409)
  })
})

test.describe('marked rows', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('admin')
    await page.goto('/?release_ids=0')
    await expect(rows(page).first()).toBeVisible()
  })

  const mark = (page: Page, row: number) => rows(page).nth(row).getByRole('checkbox', { name: /^Отметить запись/ })

  test('a range with Shift, into the backlog', async ({ page }) => {
    await mark(page, 20).click()
    await mark(page, 22).click({ modifiers: ['Shift'] })
    const bar = page.getByRole('toolbar', { name: 'Действия с отмеченными' })
    await expect(bar).toContainText('Выбрано 3')
    await bar.getByRole('button', { name: 'Внести в бэклог' }).click()
    await expect(bar).toBeHidden()
    for (const row of [20, 21, 22]) {
      await expect(rows(page).nth(row).getByRole('checkbox', { name: /^Бэкл\./ })).toBeChecked()
    }
  })

  test('Space marks, Esc unmarks', async ({ page }) => {
    await rows(page).nth(1).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Выбрано 1')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Выбрано 1')).toBeHidden()
  })

  test('into a release, and those already in one are named', async ({ page, request }) => {
    await mark(page, 0).click()
    await mark(page, 1).click()
    const first = Number(((await rows(page).nth(0).getByRole('gridcell').nth(1).textContent()) ?? '').trim())
    const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
    const open = await (await request.post('/api/releases', { headers, data: { steps: [0], per_page: 2 } })).json()
    await page.getByRole('button', { name: 'Добавить в релиз' }).click()
    const dialog = page.getByRole('dialog', { name: /^Добавить в релиз/ })
    await dialog.getByLabel('Релиз', { exact: true }).fill(open.data[0].title)
    await dialog.getByRole('radio').first().click()
    // Somebody is quicker with the first of the two.
    const taken = await request.post(`/api/releases/${open.data[1].id}/requests`, { headers, data: { requests: [first] } })
    expect(taken.status()).toBe(200)
    await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('Заявка уже добавлена в релиз')
    await expect(dialog.getByRole('alert')).toContainText(String(first))
    await dialog.getByRole('button', { name: 'Добавить остальные: 1' }).click()
    await expect(dialog).toBeHidden()
    // The toast stays a second; behind the bell it can be read again.
    await page.getByRole('button', { name: /^Сообщения/ }).click()
    await expect(page.getByRole('dialog', { name: 'Сообщения' })).toContainText(`1 заявка в релизе «${open.data[0].title}»`)
  })
})

test.describe('columns', () => {
  test('choice, order, width and pins are kept on the server', async ({ page, signIn, browser }) => {
    await signIn('admin')
    await expect(rows(page).first()).toBeVisible()
    await page.getByRole('button', { name: 'Столбцы' }).click()
    await page.getByRole('checkbox', { name: 'Модуль' }).uncheck()
    await page.getByRole('button', { name: 'Закрепить слева: Заявка' }).click()
    await page.getByRole('button', { name: 'Выше: Статус' }).click()
    await page.keyboard.press('Escape')
    const kept = page.waitForResponse((response) => response.url().endsWith('/api/user/settings') && response.request().method() === 'POST')
    const edge = page.getByRole('separator', { name: 'Ширина столбца «Компания»' })
    const width = Number(await edge.getAttribute('aria-valuenow'))
    await edge.focus()
    await page.keyboard.press('ArrowRight')
    await expect(edge).toHaveAttribute('aria-valuenow', String(width + 16))
    await kept
    const elsewhere = await browser.newContext()
    const there = await elsewhere.newPage()
    await there.goto('/login')
    await there.getByLabel('Логин').fill('admin')
    await there.getByLabel('Пароль', { exact: true }).fill('demo')
    await there.getByRole('button', { name: 'Войти' }).click()
    await expect(rows(there).first()).toBeVisible()
    await expect(grid(there).getByRole('columnheader', { name: /^Модуль/ })).toHaveCount(0)
    await expect(there.getByRole('separator', { name: 'Ширина столбца «Компания»' })).toHaveAttribute('aria-valuenow', String(width + 16))
    await there.getByRole('button', { name: 'Столбцы' }).click()
    await expect(there.getByRole('button', { name: 'Открепить: Заявка' })).toBeVisible()
    const reset = there.waitForResponse((response) => response.request().method() === 'POST')
    await there.getByRole('button', { name: 'Сбросить', exact: true }).click()
    await reset
    await elsewhere.close()
  })
})

test.describe("the client's requests", () => {
  test.beforeEach(async ({ signIn }) => signIn('client1'))

  test("hold no staff's columns, filters or marks", async ({ page, expectAccessible }) => {
    await expect(rows(page).first()).toBeVisible()
    for (const name of [/^Компания/, /^Часы/, /^Бэкл/]) {
      await expect(grid(page).getByRole('columnheader', { name })).toHaveCount(0)
    }
    await expect(filter(page, 'Платность')).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await rows(page).first().click()
    await expect(page.getByRole('complementary', { name: /^Заявка/ })).toContainText('Модуль')
    await expectAccessible()
  })

  test("do not open another company's request", async ({ page, request }) => {
    const { access_token } = await (await request.post('/api/auth/login', { data: { login: 'manager', password: 'demo' } })).json()
    const headers = { Authorization: `Bearer ${access_token}` }
    const { company } = await (
      await request.get('/api/auth/user', {
        headers: { Authorization: `Bearer ${await tokenOf(page)}` },
      })
    ).json()
    const { data } = await (await request.post('/api/backlog/get-summary', { headers, data: {} })).json()
    const foreign = data.find((row: { company: { idcomp: number } }) => row.company.idcomp !== company.idcomp)
    await page.goto(`/clientRequests?open=${foreign.id}`)
    await expect(page.getByRole('complementary')).toContainText('Заявка не найдена')
  })

  test('are cards on a phone, without sideways scrolling', async ({ page, expectAccessible, expectNoSidewaysScroll }) => {
    await page.setViewportSize(PHONE)
    await page.reload()
    const cards = page.getByRole('list', { name: 'Мои заявки' }).getByRole('listitem')
    await expect(cards.first()).toBeVisible()
    await expectNoSidewaysScroll()
    await expectAccessible()
    await cards.first().getByRole('button').click()
    await expect(page.getByRole('complementary', { name: /^Заявка/ })).toBeVisible()
    await expectNoSidewaysScroll()
  })
})
