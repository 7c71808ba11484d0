import { apiOf, expect, test } from './fixtures.ts'

const FILE =
  'Код внешний;Суть;Часы;Статус\nВ-1;Печать акта;1:30;Пауза\nВ-2;Поиск по номеру;три;Новая\nВ-3;Выгрузка;2,5;Done\n'
/** Encodes the text as Windows-1251, which is what Excel writes; Node.js has no such encoder. */
const inWindows1251 = (text: string) =>
  Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0
      return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
    }),
  )

test('an administrator checks a file, maps its columns and imports it; importing it again changes nothing', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', '/admin/import')
  const name = `Внешняя система ${Date.now()}`
  await page.getByLabel('Источник').fill(name)
  const file = page.getByLabel('Файл с заявками', { exact: true })
  await file.setInputFiles({ name: 'заявки.csv', mimeType: 'text/csv', buffer: inWindows1251(FILE) })
  const map = async (field: string, column: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: column, exact: true }).click()
  }
  // If a file with the same header was uploaded before, its settings are remembered.
  const refused = page.getByRole('alert')
  const status = page.getByRole('status').filter({ hasText: 'Новых' })
  await expect(refused.or(status)).toBeVisible()
  if (await refused.isVisible()) {
    await expect(refused).toContainText('Не найдена колонка с названием заявки')
    await map('Название', 'Суть')
    await expect(refused).toContainText('Не найдена колонка с ключом заявки')
    await map('Ключ', 'Код внешний')
  }
  await expect(status).toContainText('Новых: 2')
  await expect(status).toContainText('С ошибками: 1')
  await expect(page.getByText('Windows-1251')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Строки с ошибками' })).toContainText('нужно число или ЧЧ:ММ')
  // «Done» is recognized; for «Пауза» the form asks.
  const word = page.getByRole('combobox', { name: 'Что такое «Пауза»' })
  await expect(page.getByRole('combobox', { name: 'Что такое «Done»' })).toHaveValue('Готово')
  await word.click()
  await page.getByRole('option', { name: 'В работе', exact: true }).click()
  await expect(page.getByText('выбрано', { exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Строка 2: в файле и здесь' })).toContainText('В работе')
  // Rows that name no company go to the company chosen here.
  await page.getByRole('combobox', { name: 'Компания, если не названа' }).click()
  await page.getByRole('option', { name: 'АО «Северный порт»', exact: true }).click()
  await expect(status).toContainText('Новых: 2')
  await expectAccessible('main')
  await page.getByRole('switch', { name: /^Всё или ничего/ }).click()
  await page.getByRole('button', { name: 'Загрузить: 2 заявки' }).click()
  await expect(refused).toContainText('ничего не записано')
  await page.getByRole('switch', { name: /^Всё или ничего/ }).click()
  await page.getByRole('button', { name: 'Загрузить: 2 заявки' }).click()
  await expect(page.getByText('Загружено')).toBeVisible()
  const { requests } = await (await apiOf(request, 'admin')).get(`/requests-by-key/${encodeURIComponent('В-1')}`)
  const companies = requests.map(({ company }: { company: { namecomp: string } }) => company.namecomp)
  expect(companies).toContain('АО «Северный порт»')
  await file.setInputFiles({ name: 'ещё раз.csv', mimeType: 'text/csv', buffer: inWindows1251(FILE) })
  await expect(status).toContainText('Без изменений: 2')
  await expect(page.getByText('как в прошлый раз')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Загрузить' })).toBeDisabled()
  // A different, refused file shows nothing of the previous one.
  const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  await file.setInputFiles({ name: 'снимок.png', mimeType: 'image/png', buffer: picture })
  await expect(refused).toContainText('Это не таблица')
  await expect(page.getByRole('combobox', { name: 'Название', exact: true })).toHaveCount(0)
})
