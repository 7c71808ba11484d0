import { PANEL, PHONE, apiOf, expect, test } from './fixtures.ts'
import { filter, grid, rows } from './lists.ts'

test('the client’s requests show nothing internal or of other companies, and are cards on a phone', async ({
  page,
  signIn,
  request,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const { company } = await (await apiOf(request, 'client1')).get('/auth/user')
  const { data } = await (await apiOf(request, 'manager')).post('/backlog/get-summary', {})
  const foreign = data.find((row: { company: { idcomp: number } }) => row.company.idcomp !== company.idcomp)
  await signIn('client1', `/clientRequests?open=${foreign.id}`)
  await expect(page.getByRole('complementary')).toContainText('Заявка не найдена')
  await expect(rows(page).first()).toBeVisible()
  for (const name of [/^Компания/, /^Часы/, /^(Внесена|Бэкл)/]) {
    await expect(grid(page).getByRole('columnheader', { name })).toHaveCount(0)
  }
  await expect(filter(page, 'Платность')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await rows(page).first().click()
  const panel = page.getByRole('complementary', { name: /^Заявка/ })
  await expect(panel).toContainText('Модуль')
  await expectAccessible(PANEL)
  await page.keyboard.press('Escape')

  await page.setViewportSize(PHONE)
  const cards = page.getByRole('list', { name: 'Мои заявки' }).getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  await expectNoSidewaysScroll()
  await cards.first().getByRole('button').click()
  await expect(panel).toBeVisible()
  await expectNoSidewaysScroll()
})
