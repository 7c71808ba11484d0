import { expect, PANEL, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { demoOnly, rows, tokenOf } from './lists.ts'

/** The coordinator's morning: reviewing new requests, judging them, and assigning them to releases. */
test.describe('the coordinator’s morning', () => {
  const bar = (page: Page, list: string, name: RegExp) =>
    page.getByRole('list', { name: list }).getByRole('button', { name })
  const mark = (page: Page, row: number) =>
    rows(page)
      .nth(row)
      .getByRole('checkbox', { name: /^Отметить запись/ })

  test('looks at charts, filters by clicking and by keyboard, and goes back to the rows', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn('manager')
    await page.getByRole('radiogroup', { name: 'Вид' }).getByText('Графики').click()
    await expect(page).toHaveURL(/view=charts/)
    const urgent = bar(page, 'Срочность', /^Критично\s*\d+\s*заяв/)
    await urgent.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/urgs=4/)
    await expect(urgent).toHaveAttribute('aria-pressed', 'true')
    await expect(bar(page, 'Срочность', /./)).toHaveCount(1)
    await expectAccessible('main')
    const month = page
      .getByRole('list', { name: 'По месяцам' })
      .getByRole('button', { name: /создано [1-9]/ })
      .last()
    const all = (await urgent.textContent()) ?? ''
    await month.click()
    await expect(page).toHaveURL(/date_from=\d{4}-\d{2}-01/)
    await expect(month).toHaveAttribute('aria-pressed', 'true')
    // The old charts stay until the new ones are here.
    await expect(urgent).not.toHaveText(all)
    const expected = Number(/\d+/.exec((await urgent.textContent()) ?? '')?.[0])
    await page.getByRole('radiogroup', { name: 'Вид' }).getByText('Таблица').click()
    await expect(rows(page)).toHaveCount(expected)
  })

  test('stops a workbook half-way: nothing is saved, and the next one contains the whole filtered list', async ({
    page,
    signIn,
  }) => {
    await signIn('manager', '/?urgs=4&date_from=2026-01-01')
    await expect(rows(page).first()).toBeVisible()
    let saved = 0
    page.on('download', () => (saved += 1))
    // The server's answer is delayed: with small demo data it would be finished before anybody could stop it.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/backlog/get-summary', async (route) => {
      if (route.request().postDataJSON().isExcel) await held
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Excel' }).click()
    const going = page.getByRole('alert').filter({ hasText: 'Генерация файла для скачивания' })
    await expect(page.getByRole('button', { name: 'Excel' })).toBeDisabled()
    await going.getByRole('button', { name: 'Остановить' }).click()
    await expect(going).toBeHidden()
    release()
    await page.unroute('**/api/backlog/get-summary')
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Excel' }).click()
    expect((await started).suggestedFilename()).toBe('backlog_requests_01.01.2026.xlsx')
    expect(saved).toBe(1)
  })

  test('creates a release for selected requests', async ({ page, signIn }) => {
    await signIn('manager', `/?release_ids=0&isPaid=1&${demoOnly}`)
    await mark(page, 3).click()
    await page.getByRole('button', { name: 'Добавить в релиз' }).click()
    const dialog = page.getByRole('dialog', { name: 'Добавить в релиз: 1 заявка' })
    await dialog.getByText('Новый', { exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Добавить', exact: true })).toBeDisabled()
    const title = `Утренний ${Date.now()}`
    await dialog.getByLabel('Название').fill(title)
    const day = dialog.getByLabel('План')
    const add = dialog.getByRole('button', { name: 'Добавить', exact: true })
    const { height } = (await add.boundingBox())!
    await day.fill('01.12.2027')
    await day.fill('31.11.2027')
    // Clicked at the edge: the error appears and disappears when the field loses focus, which moves the button.
    await add.click({ position: { x: 8, y: 4 } })
    await expect(dialog.getByText('Нет такой даты: «31.11.2027»')).toBeVisible()
    await expect(day).toBeFocused()
    await add.click({ position: { x: 8, y: height - 4 } })
    await expect(dialog).toBeHidden()
    await page.goto(`/releases?search_string=${encodeURIComponent(title)}`)
    await expect(rows(page).first()).toContainText('01.12.2027')
  })
})

test.describe('the text for the release', () => {
  test('is written in the panel; a text saved by somebody else meanwhile is not lost', async ({
    page,
    signIn,
    request,
    expectAccessible,
  }) => {
    await signIn('admin', '/?open=1500')
    const panel = page.getByRole('complementary', { name: 'Заявка 1500' })
    await panel.getByRole('button', { name: /^(Написать|Изменить) текст$/ }).click()
    const editor = panel.getByRole('textbox', { name: 'Текст для описания релиза' })
    await editor.fill('Мой текст')
    await expectAccessible(PANEL)
    const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
    const data = { description: '<p>Чужой текст</p>', isSolo: true }
    expect((await request.post('/api/requests/1500/description', { headers, data })).status()).toBe(200)
    // A reload loses nothing: the draft is restored, together with the version it was based on.
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join(''))).toContain('Мой текст')
    await page.reload()
    await panel.getByRole('button', { name: /^(Написать|Изменить) текст$/ }).click()
    await expect(editor).toHaveText('Мой текст')
    await panel.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await expect(panel.getByRole('alert')).toContainText('Чужой текст')
    await expect(editor).toContainText('Мой текст')
    await panel.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await expect(editor).toBeHidden()
    await expect(panel).toContainText('Мой текст')
    const saved = await (await request.get('/api/requests/1500', { headers })).json()
    expect(saved.description).toBe('<p>Мой текст</p>')
  })
})
