import { PHONE, apiOf, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Поиск по всему' })
const options = (page: Page, group: string) =>
  page.getByRole('listbox', { name: 'Найденное' }).getByRole('group', { name: group }).getByRole('option')
const chosen = (page: Page) => page.getByRole('option', { selected: true })

/** Creates a request for this test, with a word that appears nowhere else. */
async function ownRequest(request: Parameters<typeof apiOf>[0]) {
  const { get, post } = await apiOf(request, 'client1')
  const { modules, types } = await get('/requests-form')
  const word = `кварц${Date.now()}`
  const data = { module: modules[0].idmod, type: types[0].id, e_title: `Отчёт про ${word}` }
  return { word, id: Number((await post('/requests', data)).id) }
}

test('staff find and open things with only the keyboard', async ({
  page,
  context,
  request,
  signIn,
  expectAccessible,
}) => {
  const own = await ownRequest(request)
  await signIn('manager', '/notices')
  await expect(page.getByRole('heading', { level: 1, name: 'Уведомления' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(`отчет ${own.word}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/\\?open=${own.id}$`))
  await expect(page.getByRole('complementary', { name: `Заявка ${own.id}` })).toContainText(own.word)

  await page.keyboard.press('Control+k')
  // Other tests open things as the same person at the same time.
  await expect(options(page, 'Недавнее').filter({ hasText: own.word })).toBeVisible()
  await field(page).fill(String(own.id))
  await expect(options(page, 'Заявки').first()).toContainText(String(own.id))
  await field(page).fill('релиз')
  await expect(chosen(page)).toHaveText(/Перейти: Релизы/)
  await expect(options(page, 'Заявки').first()).toBeVisible()
  // The actions for the open request come in between.
  await page.keyboard.press('Tab')
  await expect(options(page, `Заявка ${own.id}`).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  await expect(options(page, 'Заявки').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(chosen(page)).toHaveText(/Перейти: Релизы/)
  await expectAccessible('[role=dialog]')

  const opened = context.waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  await expect(await opened).toHaveURL(/\/releases$/)
  await page.route('**/api/finding?**', (route) => route.abort())
  await field(page).fill('гиппопотам')
  await expect(page.getByRole('alert')).toContainText('Повторить')
  await expect(field(page)).toHaveValue('гиппопотам')
  await page.unroute('**/api/finding?**')
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByText('Ничего не нашлось')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
})

test('a client finds on a phone only things of their own company', async ({
  page,
  request,
  signIn,
  expectNoSidewaysScroll,
}) => {
  const own = await ownRequest(request)
  await page.setViewportSize(PHONE)
  await signIn('client2')
  await page.getByRole('button', { name: 'Поиск по всему' }).click()
  await field(page).fill(own.word)
  await expect(page.getByText('Ничего не нашлось')).toBeVisible()
  await field(page).fill('нов')
  await expect(page.getByRole('option', { name: 'Новая заявка' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Новый релиз' })).toHaveCount(0)
  await expectNoSidewaysScroll()
  await page.getByRole('option', { name: 'Новая заявка' }).click()
  await expect(page).toHaveURL(/\/clientRequests\/0/)
})
