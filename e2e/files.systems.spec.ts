import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { makeRelease } from './releases-data.ts'
import { expectToast } from './toasts.ts'

const MB = 1024 * 1024
/** Bytes in one HTTP request of an upload. */
const CHUNK = 32 * MB

const RESUMABLE = '**/api/files/resumable/*'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type SignIn = (who: 'manager', at: string) => Promise<void>

async function openFilesStep(page: Page, signIn: SignIn, release: { id: number; title: string }) {
  await signIn('manager', `/publication/0?release_ids=${release.id}`)
  await expect(page.getByRole('region', { name: release.title })).toBeVisible()
  await button(page, 'Далее').click()
}

test('an upload continues where a reload interrupted it, once the same file is chosen again', async ({
  page,
  signIn,
  request,
  expectAccessible,
}, info) => {
  const release = await makeRelease(request)
  const bytes = randomBytes(CHUNK + 4 * MB)
  const path = info.outputPath('Обновление (9.1).zip')
  await writeFile(path, bytes)
  await openFilesStep(page, signIn, release)
  // The first part arrives; then the connection is so slow that nothing more does.
  await page.route(RESUMABLE, (route) => {
    const offset = route.request().headers()['upload-offset']
    return offset === undefined || offset === '0' ? route.continue() : undefined
  })
  const field = page.getByLabel(`Файлы релиза ${release.title}`, { exact: true })
  await field.setInputFiles(path)
  await button(page, 'Загрузить 1 файл').click()
  await expect(page.getByRole('progressbar', { name: 'Загрузка файла Обновление (9.1).zip' })).toBeAttached()
  await expect(page.getByText(/^(8[89]|9\d|100) %$/)).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: /Файлы Обновления$/ }).click()
  await expect(page.getByText(/^Загружено \d+ %\. Выберите файл ещё раз, чтобы продолжить$/)).toBeVisible()
  await expectAccessible('main')
  await page.unroute(RESUMABLE)
  const offsets: (string | undefined)[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'PATCH') offsets.push(sent.headers()['upload-offset'])
  })
  await field.setInputFiles(path)
  await expect(page.getByText('Загружен', { exact: true })).toBeVisible()
  await expectToast(page, 'Файлы загружены')
  expect(offsets).toEqual([String(CHUNK)])
  await expect(page.getByTitle(`SHA-256: ${createHash('sha256').update(bytes).digest('hex')}`)).toBeVisible()
  await button(page, 'Удалить файл Обновление 9.1.zip').click()
  await expect(page.getByText('Загружен', { exact: true })).toHaveCount(0)
})

test('many files at once: including an empty one; after a broken connection they continue; each can be stopped', async ({
  page,
  signIn,
  request,
}) => {
  const release = await makeRelease(request)
  await openFilesStep(page, signIn, release)
  // The connection breaks once for every file, then works.
  const broken = new Set<string>()
  await page.route(RESUMABLE, (route) => {
    const address = `${route.request().method()} ${route.request().url()}`
    if (broken.has(address) || !address.startsWith('PATCH')) return route.continue()
    broken.add(address)
    return route.abort('connectionreset')
  })
  const names = ['один.zip', 'два.zip', 'три.zip', 'пустой.txt']
  const chosen = names.map((name) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(name.endsWith('.txt') ? 0 : 300_000, name),
  }))
  await page.getByLabel(`Файлы релиза ${release.title}`, { exact: true }).setInputFiles(chosen)
  await button(page, 'Убрать файл три.zip').click()
  await button(page, 'Загрузить 3 файла').click()
  await expect(page.getByText('Загружен', { exact: true })).toHaveCount(3)
  expect(broken.size).toBe(2)
  const list = page.getByRole('list', { name: 'Приложенные файлы' })
  await expect(list.getByText('0 Б')).toBeVisible()
  await expect(list.getByText('три.zip')).toHaveCount(0)
})
