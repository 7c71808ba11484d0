import type { Page } from './fixtures.ts'
import { expect, test } from './fixtures.ts'
import { makeRelease } from './releases-data.ts'

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, step: string, title: string) =>
  column(page, step).getByRole('listitem').filter({ hasText: title })

test('the board of releases: a card is dragged, moved with its menu and moved back', async ({
  page,
  signIn,
  request,
}) => {
  const { id, title, api } = await makeRelease(request)
  await signIn('manager', `/releases?search_string=${id}&view=table`)
  await page.getByRole('radiogroup', { name: 'Вид' }).getByText('Доска').click()
  await expect(page).toHaveURL(/view=board/)
  await expect(page).toHaveURL(new RegExp(`search_string=${id}`))
  await expect(card(page, 'Планирование', title)).toBeVisible()

  await card(page, 'Планирование', title).dragTo(column(page, 'Разработка'))
  await expect(card(page, 'Разработка', title)).toBeVisible()
  await expect(card(page, 'Планирование', title)).toHaveCount(0)
  await expect.poll(async () => (await api.get(`/releases/${id}`)).step.name_step).toBe('Разработка')

  const menu = card(page, 'Разработка', title).getByRole('button', { name: `Перевести на этап: ${title}` })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Тестирование' }).press('Enter')
  await expect(card(page, 'Тестирование', title)).toBeVisible()
  await page.getByRole('status').filter({ hasText: '«Тестирование»' }).getByRole('button', { name: 'Отменить' }).click()
  await expect(card(page, 'Разработка', title)).toBeVisible()
  // The card goes back before the server has saved it; if a colleague moved it now, that move would be undone too.
  await expect.poll(async () => (await api.get(`/releases/${id}`)).step.name_step).toBe('Разработка')

  // A colleague's move appears without a reload.
  await api.post(`/releases/${id}/steps`, { step_id: 3 })
  await expect(card(page, 'Согласование', title)).toBeVisible()
})
