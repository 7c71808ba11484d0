import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PHONE, apiOf, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { makeRelease } from './releases-data.ts'
import { expectToast } from './toasts.ts'

// Run one after another, as a person no other tests use: a person has only one unfinished publication.
test.describe.configure({ mode: 'serial' })
test.beforeEach(async ({ request }) => {
  const admin = await apiOf(request, 'admin')
  await admin.post('/publish/draft', { draft: null })
})

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

/** The client compares its own file with the published one; the checksum is computed in the browser. */
async function checksItsFile(page: Page) {
  const own = page.getByLabel('Свой файл Обновление 5.8.2.zip')
  const published = zip('Обновление 5.8.2.zip')
  await own.setInputFiles({ ...published, buffer: Buffer.from(published.buffer).fill('x', 0, 1) })
  await expect(page.getByText(/^Ваш файл отличается от опубликованного: сумма SHA-256 другая/)).toBeVisible()
  await own.setInputFiles(published)
  await expect(page.getByText('Ваш файл совпадает с опубликованным.')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Сохранить .sha256 файла Обновление 5.8.2.zip' }).click()
  const sums = await (await saving).path()
  // The format that `sha256sum -c` reads.
  const sum = createHash('sha256').update(published.buffer).digest('hex')
  expect(await readFile(sums, 'utf8')).toBe(`${sum}  Обновление 5.8.2.zip\n`)
}

test('a manager publishes a release in accessible steps; its client fetches the file, another client does not see it', async ({
  page,
  signIn,
  request,
  openAs,
  expectAccessible,
}) => {
  // Installed versions are listed by module.
  const { modulesList } = await (await apiOf(request, 'manager')).get('/modules')
  const release = await makeRelease(request, { modules_ids: [modulesList[0].idmod] })
  await signIn('admin', '/publications')
  await page.getByRole('link', { name: 'Новая публикация' }).click()
  await pickRelease(page, release.title)
  await expectAccessible('main')
  await next(page)
  await fileField(page).setInputFiles([zip('Обновление 5.8.2.zip'), zip('Инструкция.docx')])
  await expect(versionOf(page, 'Обновление 5.8.2.zip')).toHaveValue('5.8.2')
  await expectAccessible('main')
  await versionOf(page, 'Инструкция.docx').fill('2')
  await step(page, 'Загрузить 2 файла').click()
  await expectToast(page, 'Файлы загружены')
  await next(page)
  await page.getByLabel('Текст для получателей').fill('Ставьте после 22:00')
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expectAccessible('main')
  await next(page)
  await expect(page.getByText('ни в одном письме нет названий, релизов и файлов других компаний')).toBeVisible()
  const letter = page.getByRole('region', { name: 'Кто что получит' }).getByRole('group').first()
  await letter.locator('summary').click()
  await expect(letter.getByRole('listitem').filter({ hasText: 'Обновление 5.8.2.zip' })).toBeVisible()
  await expect(letter.frameLocator('iframe').getByText('Ставьте после 22:00')).toBeVisible()
  await expectAccessible('main')
  await step(page, 'Опубликовать').click()
  await expect(page.getByText('Не удалось создать публикацию')).toBeVisible()
  const reason = page.getByLabel('Почему публикуем до готовности')
  await expect(reason).toBeFocused()
  await expect(reason).toBeInViewport()
  await reason.fill('Срочное исправление')
  await step(page, 'Опубликовать').click()
  await expectToast(page, 'Публикация создана')
  await expect(page.getByRole('heading', { name: /^Публикация \d+$/ })).toBeVisible()
  await expect(page.getByText('Срочное исправление').first()).toBeVisible()
  await expect(page.getByText('Отправлено').first()).toBeVisible()
  const { pathname } = new URL(page.url())

  const phone = await openAs('client1', pathname, { viewport: PHONE })
  await expect(phone.getByText('Ставьте после 22:00')).toBeVisible()
  const saving = phone.waitForEvent('download')
  await phone.getByRole('button', { name: 'Скачать Обновление 5.8.2.zip' }).click()
  expect((await saving).suggestedFilename()).toBe('Обновление 5.8.2.zip')
  await checksItsFile(phone)
  await phone.getByRole('button', { name: 'Установили' }).click()
  await expect(phone.getByText(/^Установлено \d\d\.\d\d/)).toBeVisible()
  // The publisher sees it without reloading.
  await expect(page.getByText(/^установили \d\d\.\d\d/)).toBeVisible()
  const [content, visible] = await phone.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  )
  expect(content).toBeLessThanOrEqual(visible)
  await phone.goto('/publications/versions')
  await expect(phone.getByTitle(release.title).first()).toBeVisible()

  const strange = await openAs('client2', pathname)
  await expect(strange).toHaveURL('/error404')
})

test('an upload can be stopped, a failed one shows the reason and can be retried; a company without people does not block', async ({
  page,
  signIn,
  request,
}) => {
  const release = await makeRelease(request)
  const nobody = { message: 'Адресаты клиента не найдены' }
  await page.route('**/api/user/get-contacts', (route) => route.fulfill({ status: 404, json: nobody }))
  await signIn('admin', `/publication/0?release_ids=${release.id}`)
  await expect(page.getByRole('region', { name: release.title })).toBeVisible()
  await next(page)
  // A connection so slow that nothing arrives while the test checks.
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

  // Letters can still go to staff.
  await next(page)
  await expect(page.getByRole('alert').filter({ hasText: nobody.message })).toBeVisible()
  await page.getByRole('combobox', { name: 'Сотрудники' }).click()
  await page.getByRole('option').first().click()
  await expect(page.getByText('1 получатель')).toBeVisible()
  await expect(page).toHaveURL(/\/publication\/0/)
})

test('an unfinished publication is continued in another browser, at its step', async ({
  page,
  signIn,
  request,
  openAs,
}) => {
  const { title } = await makeRelease(request)
  await signIn('admin', '/publication/0')
  await pickRelease(page, title)
  await next(page)
  await next(page)
  const kept = page.waitForResponse((reply) => reply.request().postData()?.includes('Черновик письма') ?? false)
  await page.getByLabel('Текст для получателей').fill('Черновик письма')
  await kept
  // A saved draft can be left without confirmation.
  await page.getByRole('link', { name: 'Публикации ›' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Публикации' })).toBeVisible()

  const there = await openAs('admin', '/publication/0')
  await expect(there.getByText('Продолжаем незаконченную публикацию')).toBeVisible()
  await expect(there.getByLabel('Текст для получателей')).toHaveValue('Черновик письма')
  await step(there, 'Начать заново').click()
  await expect(there.getByText('Выберите релизы, которые отдаёте компаниям')).toBeVisible()
})
