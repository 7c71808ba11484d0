import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PHONE, apiOf, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { fileField, next, pickRelease, step, zip } from './publishing.ts'
import { makeRelease } from './releases-data.ts'
import { expectToast } from './toasts.ts'

test.beforeEach(async ({ request }) => {
  const admin = await apiOf(request, 'admin')
  await admin.post('/publish/draft', { draft: null })
})

const versionOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Версия файла ${name}` })

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
