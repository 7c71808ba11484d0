import type { Page } from './fixtures.ts'
import { apiOf, expect, test } from './fixtures.ts'
import { demoOnly, grid, rows, tokenOf } from './lists.ts'
import { makeRelease } from './releases-data.ts'

test.describe('editing in place', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('manager', `/?${demoOnly}`)
    await expect(rows(page).first()).toBeVisible()
  })

  const hours = (page: Page, row: number) =>
    rows(page)
      .nth(row)
      .getByRole('button', { name: /^Изменить: Часы/ })

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

  test('Tab goes on to the next field and both are saved', async ({ page }) => {
    const saves: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/api/backlog-requests-save')) saves.push(response.status())
    })
    const priority = rows(page)
      .nth(12)
      .getByRole('button', { name: /^Изменить: Приор\./ })
    const [wanted, typed, shown] =
      (await priority.textContent()) === '5' ? ['4', '3:15', '03:15'] : ['5', '3:45', '03:45']
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

  test('two people change the same hours: both values are shown, and none is lost unasked', async ({
    page,
    request,
    expectAccessible,
  }) => {
    test.slow()
    const number = 1234
    const { get, post } = await apiOf(request, 'admin')
    const theirs = (wish: object) => post('/backlog-requests-save', { request_id: number, ...wish })
    await theirs({ planned_time: 60 })
    await page.goto(`/?search_string=${number}&order_by=id`)
    const cell = rows(page)
      .filter({ has: page.getByRole('gridcell', { name: String(number), exact: true }) })
      .getByRole('button', { name: /^Изменить: Часы/ })
    const type = async (typed: string) => {
      await cell.click()
      await page.keyboard.type(typed)
    }
    const dialog = page.getByRole('dialog', { name: 'Пока вы меняли заявку, её сохранил другой человек' })

    // The other's value arrives while the cell is open, and what is typed stays.
    await type('7:00')
    const arrived = page.waitForResponse('**/api/backlog/get-summary')
    await theirs({ planned_time: 120 })
    await arrived
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('У вас07:00')
    await expect(dialog).toContainText('Сейчас сохранено02:00')
    await expectAccessible('[role=dialog]')
    await dialog.getByRole('button', { name: 'Оставить сохранённое' }).click()
    await expect(cell).toHaveText('02:00')

    // Nothing has arrived: the server refuses, and both are shown all the same.
    await page.route('**/api/events', (route) => route.abort())
    await page.reload()
    await type('8:00')
    await theirs({ planned_time: 180 })
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Сейчас сохранено03:00')
    await dialog.getByRole('button', { name: 'Записать моё' }).click()
    await expect(cell).toHaveText('08:00')

    // Another field of the same record is no reason to ask.
    await type('9:00')
    await theirs({ title: 'Название другого' })
    await page.keyboard.press('Enter')
    await expect(cell).toHaveText('09:00')
    await expect
      .poll(async () => (await get(`/requests/${number}`)).backlog_request)
      .toMatchObject({ planned_time: 540, title: 'Название другого' })
    await expect(dialog).toBeHidden()
  })
})

test.describe('marked rows', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('manager', `/?release_ids=0&${demoOnly}`)
    await expect(rows(page).first()).toBeVisible()
  })

  const mark = (page: Page, row: number) =>
    rows(page)
      .nth(row)
      .getByRole('checkbox', { name: /^Отметить запись/ })

  test('a range with Shift, into the backlog', async ({ page }) => {
    await mark(page, 20).click()
    await mark(page, 22).click({ modifiers: ['Shift'] })
    const bar = page.getByRole('toolbar', { name: 'Действия с отмеченными' })
    await expect(bar).toContainText('Выбрано 3')
    await bar.getByRole('button', { name: 'Внести в бэклог' }).click()
    await expect(bar).toBeHidden()
    for (const row of [20, 21, 22]) {
      await expect(
        rows(page)
          .nth(row)
          .getByRole('checkbox', { name: /^Бэкл\./ }),
      ).toBeChecked()
    }
  })

  test('into a release, and those already in one are named', async ({ page, request }) => {
    await mark(page, 0).click()
    await mark(page, 1).click()
    const first = Number(((await rows(page).nth(0).getByRole('gridcell').nth(1).textContent()) ?? '').trim())
    const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
    const [wanted, quicker] = [await makeRelease(request), await makeRelease(request)]
    await page.getByRole('button', { name: 'Добавить в релиз' }).click()
    const dialog = page.getByRole('dialog', { name: /^Добавить в релиз/ })
    const words = dialog.getByLabel('Релиз', { exact: true })
    await words.fill(quicker.title)
    await dialog.getByRole('radio', { name: quicker.title }).click()
    // Whoever looks on no longer means what is out of sight: nothing can be sent, by Enter neither.
    await words.fill(wanted.title)
    await expect(dialog.getByRole('button', { name: 'Добавить', exact: true })).toBeDisabled()
    await words.press('Enter')
    await dialog.getByRole('radio', { name: wanted.title }).click()
    // Somebody is quicker with the first of the two.
    const taken = await request.post(`/api/releases/${quicker.id}/requests`, {
      headers,
      data: { requests: [first] },
    })
    expect(taken.status()).toBe(200)
    await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('Заявка уже добавлена в релиз')
    await expect(dialog.getByRole('alert')).toContainText(String(first))
    // The button was disabled meanwhile; it has the keyboard again.
    await expect(dialog.getByRole('button', { name: 'Добавить остальные: 1' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    // The toast stays a second; behind the bell it can be read again.
    await page.getByRole('button', { name: /^Уведомления/ }).click()
    await page.getByRole('tab', { name: 'Сообщения' }).click()
    await expect(page.getByRole('dialog', { name: 'Уведомления' })).toContainText(`1 заявка в релизе «${wanted.title}»`)
  })
})

test.describe('columns', () => {
  test('choice, order, width and pins are kept on the server', async ({ page, signIn, openAs }) => {
    await signIn('admin')
    await expect(rows(page).first()).toBeVisible()
    await page.getByRole('button', { name: 'Столбцы' }).click()
    await page.getByRole('checkbox', { name: 'Модуль' }).uncheck()
    await page.getByRole('button', { name: 'Закрепить слева: Заявка' }).click()
    await page.getByRole('button', { name: 'Выше: Статус' }).click()
    await page.keyboard.press('Escape')
    const edge = page.getByRole('separator', { name: 'Ширина столбца «Компания»' })
    const width = Number(await edge.getAttribute('aria-valuenow'))
    // The choice above may be on its way already: only what carries the new width has everything.
    const kept = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/user/settings') &&
        Boolean(
          response
            .request()
            .postData()
            ?.includes(String(width + 16)),
        ),
    )
    await edge.focus()
    await page.keyboard.press('ArrowRight')
    await expect(edge).toHaveAttribute('aria-valuenow', String(width + 16))
    await kept
    const there = await openAs('admin', '/')
    await expect(rows(there).first()).toBeVisible()
    await expect(grid(there).getByRole('columnheader', { name: /^Модуль/ })).toHaveCount(0)
    await expect(there.getByRole('separator', { name: 'Ширина столбца «Компания»' })).toHaveAttribute(
      'aria-valuenow',
      String(width + 16),
    )
    await there.getByRole('button', { name: 'Столбцы' }).click()
    await expect(there.getByRole('button', { name: 'Открепить: Заявка' })).toBeVisible()
    const reset = there.waitForResponse((response) => response.request().method() === 'POST')
    await there.getByRole('button', { name: 'Сбросить', exact: true }).click()
    await reset
  })
})
