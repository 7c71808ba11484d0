import { arrive } from './arrival.ts'
import { PASSWORD, apiOf, expect, test } from './fixtures.ts'
import type { Page, Who } from './fixtures.ts'
import { press, search, tabTo, type } from './keyboard.ts'
import { rows } from './lists.ts'
import { newTitle } from './releases-data.ts'
import { expectToast } from './toasts.ts'

/** The main job (product.md) without a mouse: every step with Tab, letters, Enter and the keys listed under «?». */

const word = `Клавиатура${Date.now()}`
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const field = (page: Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' })

async function enter(page: Page, who: Who, heading: string) {
  await page.goto('/login')
  await type(page, page.getByLabel('Логин'), who)
  await type(page, page.getByLabel('Пароль', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** Goes to a section of the rail by pressing `g` and a letter. */
async function go(page: Page, letter: string, heading: string) {
  await page.keyboard.press('KeyG')
  await page.keyboard.press(letter)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** Finds both requests and selects them. */
async function mark(page: Page) {
  await search(page, word)
  await expect(rows(page)).toHaveCount(2)
  await press(page, rows(page).first(), 'Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByRole('toolbar', { name: 'Действия с отмеченными' })).toContainText('2')
}

async function createRelease(page: Page, title: string, namecomp: string): Promise<number> {
  await go(page, 'KeyR', 'Релизы')
  await press(page, page.getByRole('link', { name: 'Новый релиз' }).first())
  await type(page, field(page, 'Название'), title)
  await type(page, field(page, 'План'), '29.12.2027')
  await type(page, page.getByRole('combobox', { name: /^Компании/ }), namecomp)
  await expect(page.getByRole('option', { name: namecomp })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await press(page, page.getByRole('switch', { name: /клиент/i }), 'Space')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(/\/releases\/\d+$/)
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

async function putIntoRelease(page: Page, title: string) {
  await go(page, 'KeyB', 'Бэклог')
  await mark(page)
  await press(page, button(page, 'Добавить в релиз'))
  const dialog = page.getByRole('dialog')
  await type(page, dialog.getByLabel('Релиз', { exact: true }), title)
  await expect(dialog.getByRole('radiogroup', { name: 'Релизы' }).getByRole('radio')).toHaveCount(1)
  await press(page, dialog.getByRole('radio', { name: title }), 'Space')
  await press(page, dialog.getByRole('button', { name: 'Добавить', exact: true }))
  await expect(rows(page).first()).toContainText(title)
}

async function publish(page: Page) {
  await press(page, button(page, 'Далее'))
  const choosing = page.waitForEvent('filechooser')
  await press(page, page.getByLabel(/^Выбрать файлы/))
  await (await choosing).setFiles([{ name: 'Сборка 7.2.zip', mimeType: 'application/zip', buffer: Buffer.from('7.2') }])
  await press(page, button(page, 'Загрузить 1 файл'))
  await expectToast(page, 'Файлы загружены')
  await press(page, button(page, 'Далее'))
  await press(page, button(page, 'Далее'))
  await expect(button(page, 'Опубликовать')).toBeEnabled()
  await press(page, button(page, 'Опубликовать'))
  await expectToast(page, 'Публикация создана')
}

test('the main job with only the keyboard', async ({ page, request, otherWindow }) => {
  const { company } = await (await apiOf(request, 'client1')).get('/auth/user')
  const title = newTitle()
  await arrive(word, company.idcomp)
  await enter(page, 'manager', 'Бэклог')
  await mark(page)
  await press(page, button(page, 'Внести в бэклог'))
  await expect(rows(page).first().getByRole('checkbox').last()).toBeChecked()
  const release_id = await createRelease(page, title, company.namecomp)
  await putIntoRelease(page, title)

  await page.goto(`/agreements/0?release_id=${release_id}&company_id=${company.idcomp}`)
  await press(page, button(page, /По плану релиза/))
  await press(page, button(page, 'Создать и отправить клиенту'))
  const current = page.getByRole('list', { name: 'Статус согласования' }).locator('[aria-current=step]')
  await expect(current).toContainText('Отправлено клиенту')

  const client = await otherWindow()
  await enter(client, 'client1', 'Мои заявки')
  await go(client, 'KeyR', 'Релизы')
  await search(client, title)
  await expect(rows(client)).toHaveCount(1)
  await press(client, rows(client).first())
  await press(client, button(client, 'Согласовать дату'))
  await expect(current).toContainText('Согласовано')
  await press(page, page.getByRole('switch', { name: /тестовом/ }), 'Space')
  await expect(page.getByText(/тестовом стенде: нет → да/)).toBeVisible()

  await page.goto(`/publication/0?release_ids=${release_id}`)
  await publish(page)
  await go(client, 'KeyP', 'Публикации')
  // Another test may have published something meanwhile.
  await search(client, title)
  await expect(rows(client)).toHaveCount(1)
  await press(client, rows(client).first())
  await tabTo(client, button(client, 'Скачать Сборка 7.2.zip'))
  const saving = client.waitForEvent('download')
  await client.keyboard.press('Enter')
  expect((await saving).suggestedFilename()).toBe('Сборка 7.2.zip')
})
