import { readSheet } from 'read-excel-file/node'
import { expect, test } from './fixtures.ts'
import { makeRelease } from './releases-data.ts'

test('staff attach a file to a release, and remove it with a way to undo', async ({
  page,
  signIn,
  request,
  expectAccessible,
}) => {
  const { id } = await makeRelease(request)
  await signIn('manager', `/releases/${id}?tab=files`)
  const file = { name: 'Порядок установки (черновик).txt', mimeType: 'text/plain', buffer: Buffer.from('Порядок') }
  await page.getByLabel('Файлы релиза', { exact: true }).setInputFiles(file)
  const row = page.getByRole('listitem').filter({ hasText: 'Порядок установки черновик.txt' })
  await expect(row).toContainText('видят только сотрудники')
  await expectAccessible('[role=tabpanel]')
  await row.getByRole('button', { name: /^Убрать файл/ }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(row).toBeVisible()
  const saving = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Скачать/ }).click()
  expect((await saving).suggestedFilename()).toBe(file.name)
})

test('the list of releases is exported as a workbook that another program can read', async ({
  page,
  signIn,
  request,
}) => {
  const { id, title } = await makeRelease(request)
  await signIn('manager', `/releases?search_string=${encodeURIComponent(title)}`)
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^releases.*[.]xlsx$/)
  const [head = [], ...rows] = await readSheet(await saved.path())
  const cell = (column: string) => rows[0]?.[head.indexOf(column)]
  expect(rows).toHaveLength(1)
  expect([cell('№'), cell('Релиз')]).toEqual([id, title])
  expect(cell('План')).toEqual(new Date('2027-12-24T00:00:00Z'))
})
