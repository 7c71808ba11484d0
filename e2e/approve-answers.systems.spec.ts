import { linkOf, newSentAgreement } from './agreement-states.ts'
import { sentAgreement } from './agreements-data.ts'
import { apiOf, PHONE, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'

test('with the letter’s link the client reports on a phone what works on test and what fails', async ({
  page,
  request,
  expectNoSidewaysScroll,
}) => {
  const shown = await newSentAgreement(request, 20)
  await shown.staff.post(`/agreements/${shown.id}/build`, { build: '6.12.3' })
  await page.setViewportSize(PHONE)
  await page.goto(await linkOf(shown))
  await page.getByRole('button', { name: 'Проверено' }).first().click()
  await expect(page.getByRole('heading', { name: 'Проверено 1 из 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Не работает' }).last().click()
  const why = page.getByRole('textbox', { name: 'Что не работает' })
  await why.fill('После второй накладной просит войти снова')
  const send = page.getByRole('button', { name: 'Отправить', exact: true })
  // The whole form is visible while writing.
  await expect(send).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll()
  await send.click()
  const remark = page.getByRole('article', { name: /^Замечание № / })
  await expect(remark).toContainText('После второй накладной просит войти снова')
  // Who answers is below whose turn it is, not in a narrow column beside it.
  await page.setViewportSize({ width: 1440, height: 900 })
  const places = await Promise.all([remark, remark.getByText(/^Отвечает/)].map((one) => one.boundingBox()))
  expect((places[1]?.x ?? 0) - (places[0]?.x ?? 0)).toBeLessThan(30)
  expect((await shown.staff.get(`/agreements/${shown.id}/trials`)).progress).toEqual({ tried: 1, failing: 1, total: 2 })
})

async function offer(page: Page, day: string) {
  await page.getByRole('textbox', { name: 'Другая дата' }).fill(day)
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: 'Почему' }).fill('Закрываем квартал')
}

test('a date offered from a letter is declined with a text, and the client is reminded', async ({
  page,
  request,
  signIn,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const { id, path } = await sentAgreement(request)
  await page.setViewportSize(PHONE)
  // The letter's own button opens the offer form; only the day has to be chosen.
  await page.goto(`${path}?act=offer`)
  await offer(page, '05.04.2030')
  await expectNoSidewaysScroll()
  await page.getByRole('button', { name: 'Предложить дату' }).click()
  await expect(page.getByRole('heading', { name: /^Дата предложена/ })).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn('manager', `/agreements/${id}`)
  await expect(page.getByText('Клиент предлагает другую дату: 5 апреля 2030, пятница, 22:00')).toBeVisible()
  await expectAccessible('main')
  await page.getByRole('button', { name: 'Отклонить…' }).click()
  await page.getByRole('textbox', { name: 'Почему дата не подходит' }).fill('Стенд занят до 8 апреля')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Предложенные даты' })).toContainText('Стенд занят до 8 апреля')
  await page.getByRole('button', { name: 'Отправить сейчас' }).click()
  await expect(page.getByRole('list', { name: 'Напоминания' }).getByText(/\d\d:\d\d · /)).toBeVisible()
})

test('a date offered in the release is accepted, and the page updates by itself', async ({ page, request, signIn }) => {
  const { id, release_id, detail } = await sentAgreement(request)
  await signIn('client1', `/releases/${release_id}`)
  await page.getByRole('button', { name: 'Предложить другую дату' }).click()
  await offer(page, '12.04.2030')
  await page.getByRole('button', { name: 'Предложить дату' }).click()
  await expect(page.getByRole('button', { name: 'Отозвать предложение' })).toBeVisible()
  const { offer: open, version } = await detail()
  const manager = await apiOf(request, 'manager')
  await manager.post(`/agreements/${id}/offers/${open.id}`, { answer: 'accept', version })
  // The agreement's own date; the offer mentions it too.
  await expect(page.getByRole('paragraph').filter({ hasText: '12.04.2030 в 22:00' })).toBeVisible()
  await page.getByRole('button', { name: 'Согласовать дату' }).click()
  await expect.poll(async () => (await detail()).status).toBe(2)
})
