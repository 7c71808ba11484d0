import { PASSWORD, apiOf, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { search, tabTo } from './keyboard.ts'
import { filter, rows } from './lists.ts'
import { makeRelease } from './releases-data.ts'

/** Whole working days without a mouse: nothing here clicks. */

async function signInByKeyboard(page: Page, login: string): Promise<void> {
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Логин'))
  await page.keyboard.type(login)
  await tabTo(page, page.getByLabel('Пароль', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
}

/** Chooses the first option of a list by keyboard; Enter before an option is highlighted would choose nothing. */
async function chooseFirst(page: Page, label: string) {
  const field = page.getByRole('combobox', { name: label })
  await tabTo(page, field)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[role=option][data-combobox-selected]')).toBeVisible({ timeout: 1000 })
    await page.keyboard.press('Enter')
    await expect(field).not.toHaveValue('', { timeout: 1000 })
  }).toPass()
}

/** Creates a request for this test: urgent, in no release. */
async function ownRequest(request: Parameters<typeof apiOf>[0]) {
  const { get, post } = await apiOf(request, 'client1')
  const { modules, types } = await get('/requests-form')
  const e_title = `Без мыши ${Date.now()}`
  const data = { module: modules[0].idmod, type: types[0].id, urgency: 3, e_title }
  return { title: e_title, id: Number((await post('/requests', data)).id) }
}

test('the coordinator’s morning', async ({ page, request }) => {
  const own = await ownRequest(request)
  const { get } = await apiOf(request, 'admin')
  const planned = await makeRelease(request)
  await signInByKeyboard(page, 'manager')
  await expect(page.getByRole('heading', { level: 1, name: 'Бэклог' })).toBeVisible()
  await search(page, own.title)
  await expect(rows(page)).toHaveCount(1)

  await tabTo(page, filter(page, 'Срочность'))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Найти: Срочность')).toBeFocused()
  await page.keyboard.type('Высокий')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/urgs=3/)

  await tabTo(page, rows(page).first())
  const saved = () => page.waitForResponse('**/api/backlog-requests-save')
  const priority = saved()
  await page.keyboard.press('e')
  await page.keyboard.type('5')
  await page.keyboard.press('Tab')
  await priority
  const hours = saved()
  await page.keyboard.type('2:30')
  await page.keyboard.press('Enter')
  await hours

  await expect(rows(page).first()).toBeFocused()
  const toolbar = page.getByRole('toolbar', { name: 'Действия с отмеченными' })
  await page.keyboard.press('Space')
  await tabTo(page, toolbar.getByRole('button', { name: 'Внести в бэклог' }))
  await page.keyboard.press('Enter')
  await expect(toolbar).toBeHidden()
  await tabTo(page, rows(page).first())
  await page.keyboard.press('Space')
  await tabTo(page, toolbar.getByRole('button', { name: 'Добавить в релиз' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Добавить в релиз/ })
  await expect(dialog.getByLabel('Релиз', { exact: true })).toBeFocused()
  await page.keyboard.type(planned.title)
  await expect(dialog.getByRole('radiogroup', { name: 'Релизы' }).getByRole('radio')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: planned.title })).toBeChecked()
  // Nothing can be added before the dialog shows what comes with it.
  await expect(dialog.getByRole('button', { name: 'Добавить', exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  expect(await get(`/requests/${own.id}`)).toMatchObject({
    release: { id: planned.id },
    backlog_request: { priority: 5, planned_time: 150, inBacklog: true },
  })
})

test('a client’s day', async ({ page, request }) => {
  const own = await ownRequest(request)
  await signInByKeyboard(page, 'client1')
  await expect(page.getByRole('heading', { level: 1, name: 'Мои заявки' })).toBeVisible()
  await search(page, own.title)
  await expect(rows(page)).toHaveCount(1)
  await tabTo(page, rows(page).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: `Заявка ${own.id}` })).toContainText(own.title)
  await page.keyboard.press('Escape')

  await tabTo(page, page.getByRole('link', { name: 'Новая заявка' }))
  await page.keyboard.press('Enter')
  await chooseFirst(page, 'Модуль')
  await chooseFirst(page, 'Тип')
  await tabTo(page, page.getByLabel('О чём заявка'))
  const title = `Написано без мыши ${Date.now()}`
  await page.keyboard.type(title)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/clientRequests\?open=\d+/)
  await expect(page.getByRole('complementary', { name: /^Заявка \d+/ })).toContainText(title)
})
