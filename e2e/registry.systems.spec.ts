import { PANEL, PHONE, apiOf, expect, test } from './fixtures.ts'
import type { Api, Page } from './fixtures.ts'
import { rows } from './lists.ts'

/** The registry for both sides: cells, paste, two people in one cell, comments, history, and who may open it. */

interface Made {
  id: number
  title: string
}

/** Creates entries of the first client's company that no other test uses. */
async function make(api: Api, mark: string, count: number): Promise<Made[]> {
  const titles = Array.from({ length: count }, (_, index) => `${mark} ${index + 1}`)
  const { entries } = await api.post('/requests-registry/create-entries', {
    entries: titles.map((title) => ({ title, priority: 2 })),
  })
  return entries as Made[]
}

const cell = (page: Page, row: number, column: string) => rows(page).nth(row).locator(`[data-column="${column}"]`)
const saving = (page: Page, call: string) => page.waitForResponse(`**/api/requests-registry/${call}`)

async function open(page: Page, signIn: (who: 'manager', at: string) => Promise<void>, mark: string, count: number) {
  await signIn('manager', `/registry?search_string=${encodeURIComponent(mark)}&order_by=number`)
  await expect(rows(page)).toHaveCount(count)
}

test('staff edit cell by cell: arrow keys, a choice, typing, undo, a pasted column', async ({
  page,
  signIn,
  request,
  context,
}) => {
  const mark = `Лист ячеек ${Date.now()}`
  await make(await apiOf(request, 'client1'), mark, 3)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, signIn, mark, 3)
  await expect(page.getByRole('group', { name: 'Записи по этапам' })).toContainText('Новая 3')

  await cell(page, 0, 'number').focus()
  for (const to of ['title', 'company', 'step']) {
    await page.keyboard.press('ArrowRight')
    await expect(cell(page, 0, to)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: /^Этап, запись/ }).fill('в работе')
  const stepSaved = saving(page, 'update-entry')
  await page.keyboard.press('Enter')
  expect((await stepSaved).status()).toBe(200)
  await expect(cell(page, 0, 'step')).toHaveText('В работе')
  // Enter moves to the row below, and no panel has opened.
  await expect(cell(page, 1, 'step')).toBeFocused()
  await expect(page).not.toHaveURL(/open=/)

  await page.keyboard.press('ArrowRight')
  const prioritySaved = saving(page, 'update-entry')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await prioritySaved
  await expect(cell(page, 1, 'priority')).toHaveText('4')
  const undone = saving(page, 'update-entry')
  await page.keyboard.press('Control+z')
  expect((await undone).status()).toBe(200)
  await expect(cell(page, 1, 'priority')).toHaveText('2')

  await cell(page, 0, 'priority').focus()
  await page.evaluate(`navigator.clipboard.writeText('1\\nдва\\n3\\n')`)
  await page.keyboard.press('Control+v')
  const dialog = page.getByRole('dialog', { name: 'Вставить в столбец «Приоритет»' })
  await expect(dialog).toContainText('два – Приоритет: число от 1 до 4 или пусто')
  const pasted = saving(page, 'update-entries')
  await dialog.getByRole('button', { name: 'Записать 2' }).click()
  expect((await pasted).status()).toBe(200)
  await expect(dialog).toBeHidden()
  await expect.poll(() => rows(page).locator('[data-column="priority"]').allTextContents()).toEqual(['1', '2', '3'])
})

test('a long name of a step does not make the list wider than a phone', async ({
  page,
  signIn,
  expectNoSidewaysScroll,
}) => {
  const name = 'Рассматривается_вместе_с_заказчиком_и_эксплуатацией_и_подрядчиком'
  await page.route('**/api/requests-registry/get-entries', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const renamed = data.map((entry: { step: object }) => ({ ...entry, step: { ...entry.step, name } }))
    await route.fulfill({ response, json: { ...rest, data: renamed } })
  })
  await page.setViewportSize(PHONE)
  await signIn('manager', '/registry')
  await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()
  await expectNoSidewaysScroll()
})

test('two people editing one cell see both values', async ({ page, signIn, request, expectAccessible }) => {
  const mark = `Спорная ячейка ${Date.now()}`
  const api = await apiOf(request, 'admin')
  const [entry] = await make(await apiOf(request, 'client1'), mark, 1)
  await open(page, signIn, mark, 1)
  await cell(page, 0, 'title').focus()
  await page.keyboard.press('F2')
  const input = page.getByRole('textbox', { name: /^Название, запись/ })
  await input.fill(`${mark}: моё`)
  await api.post('/requests-registry/update-entry', { id: entry?.id, title: `${mark}: его` })
  await input.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Пока вы меняли запись, другой человек сохранил своё' })
  await expect(dialog).toContainText(`${mark}: его`)
  await expect(dialog).toContainText(`${mark}: моё`)
  await expectAccessible('[role=dialog]')
  await dialog.getByRole('button', { name: 'Записать моё' }).click()
  await expect
    .poll(async () => (await api.get(`/requests-registry/get-request/${entry?.id}`)).title)
    .toBe(`${mark}: моё`)
})

test('a client creates an entry, comments on it, and sees which fields it can no longer change', async ({
  page,
  signIn,
  request,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const title = `Своя запись ${Date.now()}`
  const manager = await apiOf(request, 'manager')
  await signIn('client1', '/registry')
  await expect(page.getByRole('columnheader', { name: 'Руководитель' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Часы' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Новая запись' }).click()
  await page.getByRole('textbox', { name: 'Название' }).fill(title)
  await page.getByRole('textbox', { name: 'Срок' }).fill('31.12.2037')
  await page.getByRole('button', { name: 'Создать' }).click()
  const panel = page.getByRole('complementary', { name: 'Запись реестра' })
  await expect(panel.getByRole('heading', { name: title })).toBeVisible()

  const id = Number(new URL(page.url()).searchParams.get('open'))
  const { people } = await manager.get(`/requests-registry/get-mentionable/${id}`)
  const somebody = (people as { name: string; side: string }[]).find(({ side }) => side === 'rivc')
  const field = panel.getByRole('textbox', { name: 'Комментарий' })
  await field.fill(`@${somebody?.name.slice(0, 6)}`)
  await page.getByRole('option').first().click()
  await field.press('End')
  await field.pressSequentially('посмотрите', { delay: 0 })
  await field.press('Control+Enter')
  await expect(panel.getByRole('list', { name: 'Комментарии обеих сторон' })).toContainText('посмотрите')
  await expectAccessible(PANEL)

  await manager.post('/requests-registry/add-comment', { id, comment: 'Сделаем к Новому году', side: 'client' })
  await manager.post('/requests-registry/update-entry', { id, step: 2 })
  const answer = panel.getByRole('listitem').filter({ hasText: 'Сделаем к Новому году' })
  await expect(answer).toContainText('Поставщик')
  await expect(answer).toContainText('новое')
  await expect(panel.getByRole('button', { name: 'Изменить' })).toBeDisabled()
  await panel.getByRole('link', { name: 'Вся история' }).click()
  // The list's rows stay until the history has loaded.
  const changes = page.getByRole('region', { name: 'Изменения' })
  await expect(changes.getByRole('row').filter({ hasText: 'На рассмотрении' })).toContainText('Новая')
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll()
  await page.goto('/registry')
  await expect(page.getByRole('list', { name: 'Реестр заявок' })).toBeVisible()
  await expectNoSidewaysScroll()
})

test('a person without access sees a refusal and gets no workbook; a person with access does', async ({
  page,
  signIn,
}) => {
  await signIn('client2', '/registry')
  await expect(page.getByText('Нет доступа к реестру заявок')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Реестр' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/registry$/)
  await signIn('client1', '/registry')
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  expect((await started).suggestedFilename()).toBe('registry.xlsx')
  await page.goto('/registry/0')
  await expect(page.getByRole('form', { name: 'Новая запись реестра' })).toBeVisible()
  await page.goto('/registryHistory/1')
  await expect(page).toHaveURL(/\/error404$/)
})

test('a comment that is too long for its column ends with an ellipsis', async ({ page, signIn }) => {
  await signIn('client1', '/registry')
  const comment = rows(page).locator('[title] > svg + span + span').first()
  await comment.evaluate((words) => (words.textContent = 'Можно ли успеть до конца квартала? '.repeat(5)))
  expect(await comment.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeGreaterThan(0)
  await expect(comment).toHaveCSS('text-overflow', 'ellipsis')
})
