import { arrive } from './arrival.ts'
import type { Page } from './fixtures.ts'
import { apiOf, expect, test } from './fixtures.ts'
import { newTitle } from './releases-data.ts'

/** product.md, main job: requests arrive → backlog → release → agreement → publication → everybody knows. */

const word = `Сквозная${Date.now()}`
const FILE = 'Обновление 7.1.zip'

const rows = (page: Page) => page.getByRole('grid').locator('tbody').getByRole('row')
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

async function weighInBacklog(page: Page) {
  await page.getByRole('searchbox').fill(word.toLowerCase())
  await expect(rows(page)).toHaveCount(2)
  for (const row of [rows(page).nth(0), rows(page).nth(1)]) await row.getByRole('checkbox').first().check()
  await button(page, 'Внести в бэклог').click()
  await expect(rows(page).first().getByRole('checkbox').last()).toBeChecked()
}

async function createRelease(page: Page, title: string, namecomp: string) {
  await page.goto('/release/0')
  await page.getByRole('textbox', { name: 'Название' }).fill(title)
  await page.getByRole('textbox', { name: 'План', exact: true }).fill('29.12.2028')
  await page.getByRole('combobox', { name: /^Компании/ }).fill(namecomp)
  await page.getByRole('option', { name: namecomp }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: /клиент/i }).check()
  await page.getByRole('textbox', { name: 'Название' }).press('Control+Enter')
  await expect(page).toHaveURL(/\/releases\/\d+$/)
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

async function putIntoRelease(page: Page, title: string) {
  await page.goto('/')
  await page.getByRole('searchbox').fill(word)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Отметить все на странице' }).check()
  await button(page, 'Добавить в релиз').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Релиз', { exact: true }).fill(title)
  await dialog.getByRole('radio', { name: title }).click()
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(rows(page).first()).toContainText(title)
}

async function agreeOn(page: Page, client: Page, release_id: number, company_id: number) {
  await page.goto(`/agreements/0?release_id=${release_id}&company_id=${company_id}`)
  await button(page, /По плану релиза/).click()
  await button(page, 'Создать и отправить клиенту').click()
  const current = page.getByRole('list', { name: 'Статус согласования' }).locator('[aria-current=step]')
  await expect(current).toContainText('Отправлено клиенту')
  await client.getByRole('button', { name: 'Согласовать дату' }).click()
  await expect(current).toContainText('Согласовано')
  await page.getByRole('switch', { name: /тестовом/ }).click()
  await expect(page.getByText(/тестовом стенде: нет → да/)).toBeVisible()
}

async function publish(page: Page, release_id: number) {
  await page.goto(`/publication/0?release_ids=${release_id}`)
  await button(page, 'Далее').click()
  const file = { name: FILE, mimeType: 'application/zip', buffer: Buffer.from('обновление') }
  await page.locator('input[type=file]').first().setInputFiles([file])
  await button(page, 'Загрузить 1 файл').click()
  await expect(page.getByText('Файлы загружены')).toBeVisible()
  await button(page, 'Далее').click()
  await button(page, 'Далее').click()
  await button(page, 'Опубликовать').click()
  await expect(page.getByText('Публикация создана')).toBeVisible()
  await expect(page.getByText('Отправлено').first()).toBeVisible({ timeout: 20_000 })
  return new URL(page.url()).pathname
}

test('the main job, from a file of requests to the file in the client’s hands', async ({
  page,
  signIn,
  request,
  openAs,
}) => {
  test.slow()
  const { company } = await (await apiOf(request, 'client1')).get('/auth/user')
  const title = newTitle()
  await arrive(word, company.idcomp)
  await signIn('manager')
  await weighInBacklog(page)
  const release_id = await createRelease(page, title, company.namecomp)
  await putIntoRelease(page, title)
  const client = await openAs('client1', `/releases/${release_id}`)
  await expect(client.getByText(`${word} отчёт`)).toBeVisible()
  await agreeOn(page, client, release_id, company.idcomp)
  await page.goto(`/releases/${release_id}`)
  await expect(page.getByText('Можно публиковать')).toBeVisible()
  await client.goto(await publish(page, release_id))
  const saving = client.waitForEvent('download')
  await client.getByRole('button', { name: `Скачать ${FILE}` }).click()
  expect((await saving).suggestedFilename()).toBe(FILE)
  await page.goto(`/releases/${release_id}`)
  await expect(page.locator('[aria-current=step]')).toContainText('Опубликован')
  await client.context().close()
})
