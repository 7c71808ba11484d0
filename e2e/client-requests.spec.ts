import { PHONE, apiOf, expect, test } from './fixtures.ts'
import { filter, grid, rows } from './lists.ts'

test.describe("the client's requests", () => {
  test.beforeEach(async ({ signIn }) => signIn('client1'))

  test("hold no staff's columns, filters or marks", async ({ page, expectAccessible }) => {
    await expect(rows(page).first()).toBeVisible()
    for (const name of [/^Компания/, /^Часы/, /^Бэкл/]) {
      await expect(grid(page).getByRole('columnheader', { name })).toHaveCount(0)
    }
    await expect(filter(page, 'Платность')).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await rows(page).first().click()
    await expect(page.getByRole('complementary', { name: /^Заявка/ })).toContainText('Модуль')
    await expectAccessible()
  })

  test("do not open another company's request", async ({ page, request }) => {
    const { company } = await (await apiOf(request, 'client1')).get('/auth/user')
    const { data } = await (await apiOf(request, 'manager')).post('/backlog/get-summary', {})
    const foreign = data.find((row: { company: { idcomp: number } }) => row.company.idcomp !== company.idcomp)
    await page.goto(`/clientRequests?open=${foreign.id}`)
    await expect(page.getByRole('complementary')).toContainText('Заявка не найдена')
  })

  test('are cards on a phone, without sideways scrolling', async ({
    page,
    expectAccessible,
    expectNoSidewaysScroll,
  }) => {
    await page.setViewportSize(PHONE)
    await page.reload()
    const cards = page.getByRole('list', { name: 'Мои заявки' }).getByRole('listitem')
    await expect(cards.first()).toBeVisible()
    await expectNoSidewaysScroll()
    await expectAccessible()
    await cards.first().getByRole('button').click()
    await expect(page.getByRole('complementary', { name: /^Заявка/ })).toBeVisible()
    await expectNoSidewaysScroll()
  })
})
