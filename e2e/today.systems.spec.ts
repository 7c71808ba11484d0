import { expect, test } from './fixtures.ts'

/** The system runs in Moscow, and so does the clock of the other tests' browser. */
test('on a device in Kamchatka, today is the system’s', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, locale: 'ru-RU', timezoneId: 'Asia/Kamchatka' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Логин').fill('manager')
  await page.getByRole('textbox', { name: 'Пароль' }).fill('demo')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()

  // Half past eight in the morning of the 11th there, half past eleven in the evening of the 10th in Moscow.
  await page.clock.setFixedTime('2027-03-10T20:30:00Z')
  await page.goto('/agreements/calendar?view=month')
  await expect(page.locator('time[aria-current=date]')).toHaveAttribute('datetime', '2027-03-10')
  await page.goto('/release/0')
  const begins = page.getByRole('textbox', { name: 'Начало', exact: true })
  await expect(begins).toHaveValue('10.03.2027')
  await begins.click()
  await expect(page.locator('button[data-today][data-highlight-today]')).toHaveText('10')

  await page.clock.setFixedTime('2027-03-10T21:00:30Z')
  await page.goto('/agreements/calendar?view=month')
  await expect(page.locator('time[aria-current=date]')).toHaveAttribute('datetime', '2027-03-11')
  await context.close()
})
