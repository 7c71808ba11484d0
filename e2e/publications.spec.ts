import { PASSWORD, PHONE, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { newRelease } from './publications-data.ts'

const step = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const next = (page: Page) => step(page, 'Далее').click()
const versionOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Версия файла ${name}` })
const fileField = (page: Page) => page.locator('input[type=file]').first()
const zip = (name: string, size = 2000) => ({ name, mimeType: 'application/zip', buffer: Buffer.alloc(size, 7) })

async function pickRelease(page: Page, title: string) {
  const picker = page.getByRole('combobox', { name: 'Добавить релиз' })
  await picker.fill(title)
  await page.getByRole('option', { name: title }).first().click()
  await expect(page.getByRole('region', { name: title })).toBeVisible()
}

test('a manager publishes a release; its client fetches the file, another client knows nothing of it', async ({
  page,
  signIn,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  const release = await newRelease(request, `Выпуск для клиента ${Date.now()}`)
  await signIn('manager')
  await page.goto('/publications')
  await page.getByRole('link', { name: 'Новая публикация' }).click()
  await pickRelease(page, release.title)
  await next(page)
  await fileField(page).setInputFiles([zip('Обновление 5.8.2.zip'), zip('Инструкция.docx')])
  await expect(versionOf(page, 'Обновление 5.8.2.zip')).toHaveValue('5.8.2')
  await versionOf(page, 'Инструкция.docx').fill('2')
  await step(page, 'Загрузить 2 файла').click()
  await expect(page.getByText('Файлы загружены')).toBeVisible()
  await next(page)
  await page.getByLabel('Текст для получателей').fill('Ставьте после 22:00')
  await next(page)
  await step(page, 'Опубликовать').click()
  await expect(page.getByText('Не удалось создать публикацию')).toBeVisible()
  await page.getByLabel('Почему публикуем до готовности').fill('Срочное исправление')
  await step(page, 'Опубликовать').click()
  await expect(page.getByText('Публикация создана')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Публикация \d+$/ })).toBeVisible()
  await expect(page.getByText('Срочное исправление').first()).toBeVisible()
  await expect(page.getByText('Отправлено').first()).toBeVisible({ timeout: 20_000 })
  const { pathname } = new URL(page.url())

  const other = await browser.newContext({ baseURL, locale: 'ru-RU', viewport: PHONE })
  const phone = await other.newPage()
  await enter(phone, 'client1', pathname)
  await expect(phone.getByText('Ставьте после 22:00')).toBeVisible()
  const saving = phone.waitForEvent('download')
  await phone.getByRole('button', { name: 'Скачать Обновление 5.8.2.zip' }).click()
  expect((await saving).suggestedFilename()).toBe('Обновление 5.8.2.zip')
  const [content, visible] = await phone.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  )
  expect(content).toBeLessThanOrEqual(visible)
  await other.close()

  const stranger = await browser.newContext({ baseURL, locale: 'ru-RU' })
  const strange = await stranger.newPage()
  await enter(strange, 'client2', pathname)
  await expect(strange).toHaveURL('/error404')
  await stranger.close()
})

/** Signs in and opens an address. */
async function enter(page: Page, login: string, path: string) {
  await page.goto('/login')
  await page.getByLabel('Логин').fill(login)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(path)
}

test('a client has no form of publications', async ({ page, signIn }) => {
  await signIn('client1')
  await page.goto('/publication/0')
  await expect(page).toHaveURL('/error403')
  await page.goto('/publications')
  await expect(page.getByRole('heading', { name: 'Публикации' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Новая публикация' })).toHaveCount(0)
})

test('the list searches, sorts and opens by keyboard', async ({ page, signIn }) => {
  await signIn('manager')
  await page.goto('/publications')
  const rows = page.getByRole('grid').locator('tbody').getByRole('row')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('такого релиза нет')
  await expect(page.getByText('Ничего не найдено')).toBeVisible()
  await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
  await page.getByRole('columnheader', { name: 'Файлы' }).getByRole('button', { name: 'Файлы' }).click()
  await expect(page).toHaveURL(/order_by=files_count/)
  await rows.first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/publication\/\d+/)
})

test('an upload can be stopped, and one that failed says why and goes again', async ({ page, signIn, request }) => {
  const release = await newRelease(request, `Выпуск ${Date.now()} ${test.info().title.length}`)
  await signIn('manager')
  await page.goto(`/publication/0?release_ids=${release.id}`)
  await expect(page.getByRole('region', { name: release.title })).toBeVisible()
  await next(page)
  // A line so slow that nothing arrives while the test looks.
  await page.route('**/api/files/resumable', () => {})
  await fileField(page).setInputFiles([zip('Долгий 1.0.zip')])
  await step(page, 'Загрузить 1 файл').click()
  await expect(page.getByRole('progressbar', { name: 'Загрузка файла Долгий 1.0.zip' })).toBeAttached()
  await step(page, 'Остановить загрузку Долгий 1.0.zip').click()
  await expect(page.getByText('Долгий 1.0.zip')).toHaveCount(0)
  await page.unroute('**/api/files/resumable')
  const tooLarge = { message: 'Файл или запрос больше допустимого размера' }
  await page.route('**/api/files/resumable', (route) => route.fulfill({ status: 413, json: tooLarge }))
  await fileField(page).setInputFiles([zip('Большой 2.0.zip')])
  await step(page, 'Загрузить 1 файл').click()
  await expect(page.getByText(tooLarge.message)).toBeVisible()
  await page.unroute('**/api/files/resumable')
  await step(page, 'Загрузить 1 файл').click()
  await expect(page.getByText('Загружен', { exact: true })).toBeVisible()
  await step(page, 'Удалить файл Большой 2.0.zip').click()
  await expect(page.getByText('Большой 2.0.zip')).toHaveCount(0)
})

test('says when a company has nobody to write to; staff can be written to all the same', async ({
  page,
  signIn,
  request,
}) => {
  const release = await newRelease(request, `Выпуск ${Date.now()} ${test.info().title.length}`)
  const nobody = { message: 'Адресаты клиента не найдены' }
  await page.route('**/api/user/get-contacts', (route) => route.fulfill({ status: 404, json: nobody }))
  await signIn('manager')
  await page.goto(`/publication/0?release_ids=${release.id}`)
  await expect(page.getByRole('region', { name: release.title })).toBeVisible()
  await next(page)
  await next(page)
  await expect(page.getByRole('alert').filter({ hasText: nobody.message })).toBeVisible()
  await page.getByRole('combobox', { name: 'Сотрудники' }).click()
  await page.getByRole('option').first().click()
  await expect(page.getByText('1 получатель')).toBeVisible()
  await expect(page).toHaveURL(/\/publication\/0/)
})

test('the draft survives a reload', async ({ page, signIn, request }) => {
  const release = await newRelease(request, `Выпуск ${Date.now()} ${test.info().title.length}`)
  const { title } = release
  await signIn('manager')
  await page.goto('/publication/0')
  const kept = page.waitForFunction(() => localStorage.getItem('vypusk.draft.publication.0')?.includes('"list":[{'))
  await pickRelease(page, title)
  await kept
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Продолжаем незаконченную публикацию')).toBeVisible()
  await expect(page.getByRole('region', { name: title })).toBeVisible()
  await step(page, 'Начать заново').click()
  await expect(page.getByRole('region', { name: title })).toHaveCount(0)
})

test('every screen is readable by everybody', async ({ page, signIn, request, expectAccessible }) => {
  test.slow()
  const release = await newRelease(request, `Выпуск ${Date.now()} ${test.info().title.length}`)
  await signIn('manager')
  await page.goto('/publications')
  await expect(page.getByRole('grid').locator('tbody').getByRole('row').first()).toBeVisible()
  await expectAccessible()
  await page.goto(`/publication/0?release_ids=${release.id}`)
  await expect(page.getByRole('region', { name: release.title })).toBeVisible()
  await expectAccessible()
  await next(page)
  await fileField(page).setInputFiles([zip('Обновление 1.0.zip')])
  await expect(step(page, 'Загрузить 1 файл')).toBeVisible()
  await expectAccessible()
  await next(page)
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expectAccessible()
  await next(page)
  await expect(step(page, 'Опубликовать')).toBeEnabled()
  await expectAccessible()
  await page.goto('/publication/1')
  await expect(page.getByRole('heading', { name: 'Публикация 1' })).toBeVisible()
  await expectAccessible()
})
