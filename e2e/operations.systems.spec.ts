import { expect, PANEL, PHONE, test } from './fixtures.ts'
import { makeRelease } from './releases-data.ts'

/** The administrator's view of the running system: deliveries, deleted things, and the log. */

test('deliveries: failed ones come first with the reason, and can be sent again from the list', async ({
  page,
  signIn,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  await signIn('admin', '/admin/deliveries?state=failed')
  await expect(page.getByRole('heading', { level: 1, name: 'Доставки' })).toBeVisible()
  const rows = page.getByRole('row').filter({ hasText: 'Не доставлено' })
  await rows.first().getByText('Не доставлено').click()
  const panel = page.getByRole('complementary', { name: /^Доставка \d+$/ })
  await expect(panel.getByText('Последняя попытка')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Повторить' })).toBeVisible()
  await expectAccessible(PANEL)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('письма, которого нет')
  await expect(page.getByText('Ничего не найдено')).toBeVisible()
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll()
})

test('a deleted release is restored, and the log shows who did what', async ({ page, signIn }) => {
  const { id, title, api } = await makeRelease(page.request)
  await api.remove(`/releases/${id}`)
  await signIn('admin', `/admin/deleted?search_string=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `Вернуть: Релиз ${id} ${title}` }).click()
  await expect(page.getByText('Ничего не найдено')).toBeVisible()
  await page.goto(`/admin/audit?search_string=${id}&kinds=2`)
  const row = page.getByRole('row').filter({ hasText: title }).filter({ hasText: 'Удалён' }).first()
  await expect(row).toBeVisible()
  // Changes that others make appear without reloading.
  const renamed = `${title} бис`
  await api.post(`/releases/${id}`, { title: renamed, start_date: '2026-03-02', plan_date: '2027-12-24' })
  await expect(page.getByRole('cell', { name: renamed, exact: true })).toBeVisible()
  await page.getByRole('row').filter({ hasText: 'Удалён' }).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible()
})
