import { newAgreement, newPair } from './agreements-data.ts'
import { PHONE, expect, test } from './fixtures.ts'

const day = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10)

test('a date moves from what waits for staff to what waits for the client, and one click settles it', async ({
  page,
  signIn,
  openAs,
  request,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const pair = await newPair(request)
  await newAgreement(request, pair, { releaseDate: day(20), releaseTime: '22:00' })
  await signIn('manager', '/waiting?kind=send')
  const row = page.getByRole('listitem').filter({ hasText: pair.title })
  await expect(row).toContainText('Дата не отправлена')
  await expectAccessible()

  const client = await openAs('client1', '/waiting', { viewport: PHONE })
  const own = client.getByRole('listitem').filter({ hasText: pair.title })
  await expect(client.getByRole('heading', { name: 'Ждёт меня' })).toBeVisible()
  await expect(own).toHaveCount(0)
  await row.getByRole('button', { name: /^Отправить клиенту/ }).press('Enter')
  await expect(row).toHaveCount(0)
  // It appears without a reload, and the window's title shows it.
  await expect(own).toContainText('Установка')
  await expect(client).toHaveTitle(/^\(\d+\+?\) Ждёт меня/)
  expect(await client.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await own.getByRole('button', { name: /^Согласовать/ }).click()
  await expect(own).toHaveCount(0)

  await client.goto('/clientAgreements?statuses=2')
  await client.getByText(pair.title).first().click()
  await expect(client.getByText('Состав релиза').or(client.getByText('С чем вы согласились')).first()).toBeVisible()
  await expectNoSidewaysScroll()
})
