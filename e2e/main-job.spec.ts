import { arrive } from './arrival.ts'
import type { Page, Who } from './fixtures.ts'
import { apiOf, expect, test } from './fixtures.ts'
import { chooseRelease, rows } from './lists.ts'
import { newTitle } from './releases-data.ts'
import { expectToast } from './toasts.ts'

/** The main job (product.md): requests arrive → backlog → release → agreement → publication → everybody is notified. */

const word = `Сквозная${Date.now()}`
const FILE = 'Обновление 7.1.zip'

interface Company {
  idcomp: number
  namecomp: string
}

/** The first word of the titles of a company's requests; a search for `word` finds all of them. */
const wordOf = ({ idcomp }: Company) => `${word}и${idcomp}`

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

const current = (page: Page) => page.getByRole('list', { name: 'Статус согласования' }).locator('[aria-current=step]')

async function weighInBacklog(page: Page) {
  await page.getByRole('searchbox').fill(word.toLowerCase())
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('checkbox', { name: 'Отметить все на странице' }).check()
  await button(page, 'Внести в бэклог').click()
  await expect(rows(page).first().getByRole('checkbox').last()).toBeChecked()
}

async function createRelease(page: Page, title: string, companies: Company[]) {
  await page.goto('/release/0')
  await page.getByRole('textbox', { name: 'Название' }).fill(title)
  await page.getByRole('textbox', { name: 'План', exact: true }).fill('29.12.2027')
  for (const { namecomp } of companies) {
    await page.getByRole('combobox', { name: /^Компании/ }).fill(namecomp)
    await page.getByRole('option', { name: namecomp }).click()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: /клиент/i }).check()
  await page.getByRole('textbox', { name: 'Название' }).press('Control+Enter')
  await expect(page).toHaveURL(/\/releases\/\d+$/)
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

async function putIntoRelease(page: Page, title: string) {
  await page.goto('/')
  await page.getByRole('searchbox').fill(word)
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('checkbox', { name: 'Отметить все на странице' }).check()
  await button(page, 'Добавить в релиз').click()
  const dialog = page.getByRole('dialog')
  await chooseRelease(dialog, title)
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(rows(page).first()).toContainText(title)
}

async function ask(page: Page, release_id: number, { idcomp }: Company) {
  await page.goto(`/agreements/0?release_id=${release_id}&company_id=${idcomp}`)
  await button(page, /По плану релиза/).click()
  await button(page, 'Создать и отправить клиенту').click()
  await expect(current(page)).toContainText('Отправлено клиенту')
  await page.getByRole('switch', { name: /тестовом/ }).click()
  await expect(page.getByText(/тестовом стенде: нет → да/)).toBeVisible()
}

async function publish(page: Page, release_id: number) {
  await page.goto(`/publication/0?release_ids=${release_id}`)
  await button(page, 'Далее').click()
  const file = { name: FILE, mimeType: 'application/zip', buffer: Buffer.from('обновление') }
  await page.locator('input[type=file]').first().setInputFiles([file])
  await button(page, 'Загрузить 1 файл').click()
  await expectToast(page, 'Файлы загружены')
  await button(page, 'Далее').click()
  await button(page, 'Далее').click()
  await button(page, 'Опубликовать').click()
  await expectToast(page, 'Публикация создана')
  await expect(page.getByText(/^Без ошибок: \d+$/)).toBeVisible()
  return new URL(page.url()).pathname
}

async function fetchFile(client: Page, path: string) {
  await client.goto(path)
  const saving = client.waitForEvent('download')
  await client.getByRole('button', { name: `Скачать ${FILE}` }).click()
  expect((await saving).suggestedFilename()).toBe(FILE)
}

test('the main job by three people at once, from a file of requests to the file in both clients’ hands', async ({
  page,
  signIn,
  openAs,
  request,
}) => {
  const companyOf = async (who: Who): Promise<Company> => (await (await apiOf(request, who)).get('/auth/user')).company
  const [north, south] = [await companyOf('client1'), await companyOf('client2')]
  const companies = [north, south]
  const title = newTitle()
  for (const company of companies) await arrive(wordOf(company), company.idcomp)
  await signIn('manager')
  await weighInBacklog(page)
  const release_id = await createRelease(page, title, companies)
  await putIntoRelease(page, title)
  const clients = await Promise.all([
    openAs('client1', `/releases/${release_id}`),
    openAs('client2', `/releases/${release_id}`),
  ])
  // Each client sees its own company's requests, and neither the other's requests nor who the other company is.
  const sides = [
    { client: clients[0], own: north, other: south },
    { client: clients[1], own: south, other: north },
  ]
  for (const { client, own, other } of sides) {
    await expect(client.getByText(`${wordOf(own)} отчёт`)).toBeVisible()
    await expect(client.getByText(new RegExp(`${wordOf(other)} (отчёт|акт)`))).toHaveCount(0)
    await expect(client.getByText(other.namecomp)).toHaveCount(0)
  }
  for (const company of companies) await ask(page, release_id, company)

  await page.goto(`/releases/${release_id}`)
  await expect(page.getByText('0 из 2 согласовали')).toBeVisible()
  await Promise.all(clients.map((client) => client.getByRole('button', { name: 'Согласовать дату' }).click()))
  await expect(page.getByText('Можно публиковать')).toBeVisible()
  for (const client of clients)
    await expect(client.getByRole('region', { name: 'Согласование' })).toContainText('Согласовано')

  const path = await publish(page, release_id)
  await Promise.all(clients.map((client) => fetchFile(client, path)))
  await expect(page.getByText('не скачали', { exact: true })).toHaveCount(0)
  await page.goto(`/releases/${release_id}`)
  await expect(page.locator('[aria-current=step]')).toContainText('Опубликован')
})
