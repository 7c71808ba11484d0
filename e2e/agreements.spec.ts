import { newPair } from './agreements-data.ts'
import { expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { expectToast } from './toasts.ts'

const track = (page: Page) => page.getByRole('list', { name: 'Статус согласования' })
const current = (page: Page) => track(page).locator('[aria-current=step]')

test('staff create an agreement and send it, the client agrees in another window, both see it live', async ({
  page,
  signIn,
  request,
  openAs,
}) => {
  const { title, release_id } = await newPair(request)
  const client = await openAs('client1', `/releases/${release_id}`)
  await signIn('manager', '/agreements')
  await page.getByRole('link', { name: 'Новое согласование' }).first().click()
  await page.getByRole('combobox', { name: /^Релиз/ }).fill(title)
  await page.getByRole('option', { name: title }).click()
  await page.getByRole('combobox', { name: /^Компании/ }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /По плану релиза: 29\.03\.2030/ }).click()
  await page.getByRole('button', { name: 'Создать', exact: true }).click()
  await expectToast(page, 'Согласование создано')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(current(page)).toContainText('Требуется')

  await page.getByRole('button', { name: 'Отправить клиенту' }).click()
  await expectToast(page, 'Согласование обновлено')
  await expect(current(page)).toContainText('Отправлено клиенту')
  await expect(page.getByText(/^Согласуйте дату установки 29\.03\.2030/)).toBeVisible()

  await client.getByRole('button', { name: 'Согласовать дату' }).click()
  await expect(current(page)).toContainText('Согласовано')
  await expect(page.getByText('Согласование клиента: нет → да')).toBeVisible()
})
