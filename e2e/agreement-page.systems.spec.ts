import { newAgreement, newPair } from './agreements-data.ts'
import { apiOf, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { expectToast } from './toasts.ts'

const track = (page: Page) => page.getByRole('list', { name: 'Статус согласования' })
const current = (page: Page) => track(page).locator('[aria-current=step]')

test('an existing agreement is shown at once, and in the dialog when two people create it at the same time', async ({
  page,
  signIn,
  request,
}) => {
  const pair = await newPair(request)
  await signIn('manager', `/agreements/0?release_id=${pair.release_id}&company_id=${pair.company_id}`)
  const save = page.getByRole('button', { name: 'Создать', exact: true })
  await expect(save).toBeEnabled()
  await page.route('**/api/agreements/add', async (route) => {
    await newAgreement(request, pair)
    await route.continue()
  })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Ошибка' })
  await expect(dialog).toContainText('Согласование для данного релиза уже существует')
  await expect(dialog.getByRole('link', { name: /Открыть согласование \d+/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Понятно' }).click()
  const link = page.getByRole('link', { name: /Согласование для данного релиза уже существует\. ID: \d+/ })
  await link.click()
  await expect(page).toHaveURL(/\/agreements\/\d+$/)
  await expect(current(page)).toContainText('Требуется')
})

test('one click creates an agreement and sends it, but not without a date', async ({ page, signIn, request }) => {
  const pair = await newPair(request)
  await signIn('manager', `/agreements/0?release_id=${pair.release_id}&company_id=${pair.company_id}`)
  const send = page.getByRole('button', { name: 'Создать и отправить клиенту' })
  await expect(send).toBeEnabled()
  await send.click()
  await expect(page.getByText('Без даты отправлять нечего: укажите её')).toBeVisible()
  // A Monday: the company in the fixtures installs from Tuesday to Sunday.
  await page.getByRole('textbox', { name: 'Дата установки' }).fill('01.04.2030')
  await expect(page.getByText(/01\.04\.2030 у компании .+ в этот день недели не устанавливают/)).toBeVisible()
  // An error below one of the fields beside each other leaves their labels on one line.
  const topOf = async (label: string) => (await page.locator('label', { hasText: label }).boundingBox())?.y
  await page.getByLabel('Часы').fill('10')
  await page.getByLabel('Минуты').fill('30')
  await page.getByLabel('Часы').press('Backspace')
  await expect(page.getByLabel('Минуты')).toHaveValue('30')
  await page.getByRole('textbox', { name: 'Дата установки' }).focus()
  await expect(page.getByText('Укажите часы')).toBeVisible()
  expect(await topOf('Дата установки')).toBe(await topOf('Время'))
  await page.getByLabel('Очистить время').click()
  await page.getByRole('button', { name: /По плану релиза/ }).click()
  await send.click()
  await expectToast(page, 'Согласование создано')
  await expect(current(page)).toContainText('Отправлено клиенту')

  // The same for all companies at once, from a release without dates.
  const { release_id } = await newPair(request)
  await page.goto(`/releases/${release_id}?tab=agreements`)
  const held = page.getByRole('region', { name: 'Кто держит релиз' })
  await held.getByRole('button', { name: 'Подобрать даты всем…' }).click()
  await expect(page.getByRole('list', { name: 'Даты компаний' }).getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: 'Отправить 1 компании' }).click()
  await expectToast(page, 'Отправлено 1 компании')
  await expect(page.getByRole('table', { name: 'Согласования релиза' })).toContainText('Отправлено клиенту')
})

test('each part is saved separately, and moving an approved date requires a reason', async ({
  page,
  signIn,
  request,
}) => {
  const pair = await newPair(request)
  const id = await newAgreement(request, pair, { releaseDate: '2030-03-29', releaseTime: '22:00' })
  await signIn('manager', `/agreements/${id}`)
  const extra = page.getByRole('form', { name: 'Дополнительные адреса' })
  await extra.getByRole('combobox').fill('it@north.example')
  await extra.getByRole('combobox').press('Enter')
  await extra.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Дополнительные адреса: – → it@north.example')).toBeVisible()
  await expect(extra.getByRole('button', { name: 'Сохранить' })).toBeHidden()

  await page.getByRole('button', { name: 'Отправить клиенту' }).click()
  await expect(current(page)).toContainText('Отправлено клиенту')
  const planned = page.getByRole('form', { name: 'Дата и время установки' })
  await planned.getByRole('textbox', { name: 'Дата' }).fill('30.03.2030')
  await expect(planned.getByRole('button', { name: 'Сохранить' })).toBeDisabled()
  await planned.getByRole('textbox', { name: 'Причина переноса' }).fill('Сдвиг тестирования')
  await planned.getByRole('button', { name: 'Сохранить' }).click()
  await expect(current(page)).toContainText('Требуется')
  await expect(page.getByText('Причина переноса: – → Сдвиг тестирования')).toBeVisible()
  await expect(page.getByText(/^Перенос установки на 30\.03\.2030/)).toBeVisible()
  await expect(planned.getByRole('button', { name: 'Сохранить' })).toBeHidden()
})

test('a disabled action explains why; a value changed by somebody else is shown next to the typed one', async ({
  page,
  signIn,
  request,
}) => {
  const id = await newAgreement(request, await newPair(request))
  await signIn('manager', `/agreements/${id}`)
  const send = page.getByRole('button', { name: 'Отправить клиенту' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(send).toHaveAccessibleDescription('Сначала укажите дату установки')
  const extra = page.getByRole('form', { name: 'Дополнительные адреса' })
  await extra.getByRole('combobox').fill('mine@north.example')
  await extra.getByRole('combobox').press('Enter')
  const admin = await apiOf(request, 'admin')
  await admin.post(`/agreements/update/${id}`, { updateTarget: 1, isPublishedOnTestEnv: true })
  await expect(page.getByRole('switch', { name: 'Опубликовано на тестовом стенде' })).toBeChecked()
  await expect(extra).toContainText('mine@north.example')
  await admin.post(`/agreements/update/${id}`, { updateTarget: 3, recipientsExtra: ['theirs@north.example'] })
  await expect(extra.getByRole('group', { name: 'Дополнительные адреса' })).toContainText(
    'Сейчас сохраненоtheirs@north.example',
  )
  await extra.getByRole('button', { name: 'Оставить моё: Дополнительные адреса' }).click()
  await extra.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Дополнительные адреса: theirs@north.example → mine@north.example')).toBeVisible()
})

test('staff can answer for the client only with a reason, which the history shows', async ({
  page,
  signIn,
  request,
}) => {
  const id = await newAgreement(request, await newPair(request), { releaseDate: '2030-03-29' })
  await signIn('manager', `/agreements/${id}`)
  await page.getByRole('button', { name: 'Отправить клиенту' }).click()
  await expect(current(page)).toContainText('Отправлено клиенту')
  await page.getByRole('button', { name: 'Согласовано клиентом…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Согласовано' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('Звонок 20.03')
  await dialog.getByRole('button', { name: 'Согласовано' }).click()
  await expect(current(page)).toContainText('Согласовано')
  await expect(page.getByText('Звонок 20.03').first()).toBeVisible()
  await expect(page.getByText(/· за клиента$/).first()).toBeVisible()
})

test('a long word in a warning continues on the next line', async ({ page, signIn, request }) => {
  const id = await newAgreement(request, await newPair(request), { releaseDate: '2030-03-29' })
  const long = `ООО «${'Длинноеназваниекомпаниибезпробелов'.repeat(3)}»`
  await page.route(`**/api/agreements/${id}`, async (route) => {
    const response = await route.fetch()
    const objections = [{ kind: 'closed', idcomp: null, text: `29.03.2030 у ${long} закрыто` }]
    await route.fulfill({ response, json: { ...(await response.json()), objections } })
  })
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn('manager', `/agreements/${id}`)
  const box = page.locator('.mantine-Alert-root').filter({ hasText: 'Дата вопреки правилам' })
  await expect(box).toContainText(long)
  const parts = box.locator('*')
  const cut = await parts.evaluateAll(
    (all) => all.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1).length,
  )
  expect(cut).toBe(0)
})
