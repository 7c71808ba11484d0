import { PHONE, apiOf, expect, test } from './fixtures.ts'
import { fileField, next, pickRelease, step, zip } from './publishing.ts'
import { makeRelease } from './releases-data.ts'

// Run one after another, as a person no other tests use: a person has only one unfinished publication.
test.describe.configure({ mode: 'serial' })
test.beforeEach(async ({ request }) => {
  const admin = await apiOf(request, 'admin')
  await admin.post('/publish/draft', { draft: null })
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
  const wide = page.viewportSize()
  await page.setViewportSize(PHONE)
  const label = step(page, 'Загрузить 1 файл').locator('[class*=Button-label]')
  expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  if (wide) await page.setViewportSize(wide)
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
