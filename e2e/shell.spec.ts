import { PHONE, expect, fillSignIn, test } from './fixtures.ts'
import { tokenOf } from './lists.ts'

test.describe('the shell', () => {
  test('collapses, keeps the theme after a reload without a flash, and lists its keys', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn('client1')
    await page.getByRole('button', { name: 'Свернуть меню' }).click()
    await page.getByRole('button', { name: 'Тема оформления' }).click()
    await page.getByRole('menuitem', { name: 'Тёмная' }).click()
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.reload({ waitUntil: 'commit' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(page.getByRole('button', { name: 'Развернуть меню' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Мои заявки' })).toBeVisible()
    await page.getByRole('button', { name: 'Тема оформления' }).click()
    await page.getByRole('menuitem', { name: 'Как в системе' }).click()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Клавиши' })
    await expect(keys).toContainText('Поиск в списке')
    await expect(keys).not.toContainText('Планирование')
    await expectAccessible('[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
  })

  test('goes to the sign-in page when the session was ended elsewhere, and keeps the half-filled form', async ({
    page,
    request,
  }) => {
    await page.goto('/release/0')
    await fillSignIn(page, 'manager')
    await page.getByRole('textbox', { name: 'Название' }).fill('Полузаполненный')
    const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
    expect((await request.get('/api/auth/logout', { headers })).status()).toBe(200)
    await expect(page).toHaveURL(/\/login$/)
    await fillSignIn(page, 'manager')
    await expect(page).toHaveURL(/\/release\/0$/)
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('Полузаполненный')
  })

  test('shows a page that fails to load with a way out', async ({ page, signIn }) => {
    await page.route('**/assets/ClientRequestsPage-*.js', (route) => route.abort())
    await signIn('admin', '/clientRequests')
    await expect(page.getByRole('heading', { name: 'Страница не загрузилась' })).toBeVisible()
    await page.unroute('**/assets/ClientRequestsPage-*.js')
    await page.getByRole('button', { name: 'Перезагрузить' }).click()
    await expect(page.getByRole('heading', { name: 'Мои заявки' })).toBeVisible()
  })

  test('becomes a bar with a menu on a phone', async ({ page, signIn, expectAccessible, expectNoSidewaysScroll }) => {
    await page.setViewportSize(PHONE)
    await signIn('client1')
    await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeHidden()
    const menu = page.getByRole('button', { name: 'Меню' })
    await page.emulateMedia({ colorScheme: 'dark' })
    const mark = page.locator('[class*=Indicator-indicator]').filter({ hasText: /^\d+$/ }).last()
    await expect(mark).toHaveCSS('color', 'rgb(23, 24, 28)')
    await page.emulateMedia({ colorScheme: 'light' })
    await menu.click()
    const entry = page.getByRole('menuitem', { name: 'Мои заявки' })
    await expect(entry).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(entry).toBeHidden()
    await expect(menu).toBeFocused()
    await expectNoSidewaysScroll()
    await expectAccessible()
  })
})
