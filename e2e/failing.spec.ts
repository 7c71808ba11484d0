import { expect, test } from './fixtures.ts'

/** Each screen of one thing: its address, the call it is made of, and what it says when that fails. */
const screens = [
  ['/releases/1', '**/api/releases/1', 'Релиз не загрузился'],
  ['/release/1', '**/api/releases/1', 'Релиз не загрузился'],
  ['/releases/1/description', '**/api/releases/1', 'Описание не загрузилось'],
  ['/agreements/1', '**/api/agreements/1', 'Согласование не загрузилось'],
  ['/registry', '**/api/requests-registry/**', 'Реестр не загрузился'],
  ['/?open=1', '**/api/requests/1', 'Заявка не загрузилась'],
  ['/?view=charts', '**/api/backlog/get-summary', 'Графики не загрузились'],
  ['/agreements?view=matrix', '**/api/agreements/matrix*', 'Матрица не загрузилась'],
] as const

test('a screen whose data does not come says so, and brings it on another try', async ({ page, signIn }) => {
  // A live change would bring the data before anybody asks for it again.
  await page.route('**/api/events*', (route) => route.abort())
  await signIn('manager')
  for (const [address, call, said] of screens) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: { message: 'Ошибка сервера' } }))
    await page.goto(address)
    const alert = page.getByRole('alert').filter({ hasText: said })
    await expect(alert).toContainText('Ошибка сервера')
    await page.unroute(call)
    await alert.getByRole('button', { name: 'Повторить' }).click()
    await expect(alert).toBeHidden()
    await expect(page.getByRole('main').getByRole('status', { name: /^Загрузка/ })).toHaveCount(0)
  }
})
