import { expect, test } from './fixtures.ts'
import { rows } from './lists.ts'
import { findThings, settle } from './screens.ts'

test('a list is printed with every row of its page, a publication without its buttons', async ({
  page,
  request,
  signIn,
}) => {
  await signIn('manager', '/?order_by=id&isDesc=false')
  await expect(rows(page).first()).toBeVisible()
  // What a browser does before printing.
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await expect(rows(page)).toHaveCount(50)
  await expect(page.getByRole('button', { name: 'Новая заявка' })).toBeHidden()
  await expect(page.getByRole('checkbox', { name: /^Отметить/ }).first()).toBeHidden()
  await expect(page.getByText('1–50 из')).toBeVisible()
  await expect(page.getByText('На странице')).toBeHidden()
  // Nothing is cut off: the table is as wide as the sheet, the list as high as its rows.
  await page.setViewportSize({ width: 1040, height: 700 })
  expect(await page.evaluate('document.querySelector("[data-paper] table").scrollWidth')).toBeLessThanOrEqual(1040)
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(1000)
  const { publication } = await findThings(request)
  await page.goto(`/publication/${publication}`)
  await settle(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Публикация')
  await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(0)
})
