import { PHONE, expect, test } from './fixtures.ts'
import type { Page } from './fixtures.ts'
import { rows } from './lists.ts'

/** A file that is refused: its toast stays for five seconds. @param message why, in so many words */
async function showToast(page: Page, message = 'Заявок слишком много') {
  await page.route('**/api/backlog/get-summary', (route) =>
    route.request().postDataJSON()?.isExcel ? route.fulfill({ status: 422, json: { message } }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Excel' }).click()
  const toast = page.getByRole('alert').filter({ hasText: message })
  await expect(toast).toBeVisible()
  // It moves to its place.
  await expect.poll(() => toast.evaluate((shown) => shown.getAnimations({ subtree: true }).length)).toBe(0)
  return toast
}

const isClearOf = async (one: Awaited<ReturnType<typeof showToast>>, other: typeof one): Promise<boolean> => {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x
}

test('a toast covers neither the pages of a list nor the actions on marked rows', async ({ page, signIn }) => {
  await signIn('manager')
  const pages = page.getByRole('navigation', { name: 'Страницы списка' })
  const toast = await showToast(page)
  expect(await isClearOf(toast, pages)).toBe(true)
  await rows(page).first().getByRole('checkbox').first().click()
  const bar = page.getByRole('toolbar', { name: 'Действия с отмеченными' })
  await expect(bar).toBeVisible()
  expect(await isClearOf(toast, bar)).toBe(true)
})

for (const [lines, message] of [
  ['a line', 'Заявок слишком много'],
  ['two lines', 'Заявок слишком много для одного файла Excel: уточните фильтр'],
] as const) {
  test(`on a phone one of ${lines} covers neither the pages nor the heading`, async ({ page, signIn }) => {
    await page.setViewportSize(PHONE)
    await signIn('manager')
    const toast = await showToast(page, message)
    expect(await isClearOf(toast, page.getByRole('navigation', { name: 'Страницы списка' }))).toBe(true)
    expect(await isClearOf(toast, page.getByRole('heading', { level: 1 }))).toBe(true)
  })
}

test('the progress of a download names the whole button that stops it', async ({ page, signIn }) => {
  await page.route('**/api/backlog/get-summary', (route) =>
    // Never answered: the toast stays until it is stopped.
    route.request().postDataJSON()?.isExcel ? undefined : route.continue(),
  )
  await signIn('manager')
  await page.getByRole('button', { name: 'Excel' }).click()
  const stop = page.getByRole('button', { name: 'Остановить' })
  await expect(stop).toBeVisible()
  const hidden = await stop.evaluate(
    (button) =>
      [button, ...button.querySelectorAll('*')].filter(
        (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
      ).length,
  )
  expect(hidden).toBe(0)
  await stop.click()
  await expect(stop).toHaveCount(0)
})
