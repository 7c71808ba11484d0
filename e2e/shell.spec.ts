import { PHONE, expect, fillSignIn, test } from './fixtures.ts'
import { demoOnly, tokenOf } from './lists.ts'

test.describe('the shell', () => {
  test('shows who is here, the version and the live state', async ({ page, signIn }) => {
    await signIn('admin')
    const rail = page.getByRole('navigation', { name: 'Разделы' })
    await expect(rail).toContainText('администратор · 2.17.4')
    await expect(rail.getByRole('link', { name: 'Бэклог' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('status', { name: 'Изменения других людей видны сразу' })).toBeVisible()
  })

  test('offers a client no staff screens', async ({ page, signIn }) => {
    await signIn('client1')
    const rail = page.getByRole('navigation', { name: 'Разделы' })
    await expect(rail.getByRole('link', { name: 'Мои заявки' })).toBeVisible()
    await expect(rail.getByRole('link', { name: 'Бэклог' })).toHaveCount(0)
    await expect(rail.getByRole('link', { name: 'Согласования' })).toHaveCount(0)
  })

  test('collapses to icons and remembers it', async ({ page, signIn }) => {
    await signIn('admin')
    await page.getByRole('button', { name: 'Свернуть меню' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Развернуть меню' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Бэклог' })).toBeVisible()
  })

  test('keeps the chosen theme over a reload without a flash', async ({ page, signIn }) => {
    await signIn('admin')
    await page.getByRole('button', { name: 'Тема оформления' }).click()
    await page.getByRole('menuitem', { name: 'Тёмная' }).click()
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.reload({ waitUntil: 'commit' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  test('lists its keys under «?» and closes them with Esc', async ({ page, signIn, expectAccessible }) => {
    await signIn('admin')
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Клавиши' })
    await expect(keys).toContainText('Поиск в списке')
    await expectAccessible()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
  })

  test('goes to places by g and a letter, in the Russian layout too', async ({ page, signIn }) => {
    await signIn('admin', '/clientRequests')
    await expect(page.getByRole('heading', { name: 'Мои заявки' })).toBeVisible()
    await page.keyboard.press('KeyG')
    await page.keyboard.press('KeyB')
    await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()
  })

  test('says that the connection is lost and catches up afterwards', async ({ page, signIn }) => {
    await signIn('admin')
    await expect(page.getByRole('status', { name: 'Изменения других людей видны сразу' })).toBeVisible()
    await page.route(/\/api\/events/, (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('status', { name: /Связь с сервером потеряна/ })).toBeVisible()
    await page.unroute(/\/api\/events/)
    const refetched = page.waitForResponse('**/api/backlog/get-summary')
    await expect(page.getByRole('status', { name: 'Изменения других людей видны сразу' })).toBeVisible({
      timeout: 20_000,
    })
    expect((await refetched).ok()).toBe(true)
  })

  test('leads to the sign-in page when the session was ended elsewhere, and keeps the half-filled form', async ({
    page,
    signIn,
    request,
  }) => {
    await signIn('manager', '/release/0')
    await page.getByRole('textbox', { name: 'Название' }).fill('Полузаполненный')
    const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
    expect((await request.get('/api/auth/logout', { headers })).status()).toBe(200)
    await expect(page).toHaveURL(/\/login$/, { timeout: 20_000 })
    await fillSignIn(page, 'manager')
    await expect(page).toHaveURL(/\/release\/0$/)
    await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('Полузаполненный')
  })

  test('shows a page that fails to load with a way out', async ({ page, signIn }) => {
    await signIn('admin')
    await page.route('**/assets/ClientRequestsPage-*.js', (route) => route.abort())
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/clientRequests')
    await expect(page.getByRole('heading', { name: 'Страница не загрузилась' })).toBeVisible()
    await page.unroute('**/assets/ClientRequestsPage-*.js')
    await page.getByRole('button', { name: 'Перезагрузить' }).click()
    await expect(page.getByRole('heading', { name: 'Мои заявки' })).toBeVisible()
  })

  test('becomes a bar with a menu on a phone', async ({ page, signIn, expectAccessible, expectNoSidewaysScroll }) => {
    await page.setViewportSize(PHONE)
    await signIn('client1')
    await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeHidden()
    await page.getByRole('button', { name: 'Меню' }).click()
    await expect(page.getByRole('menuitem', { name: 'Мои заявки' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectNoSidewaysScroll()
    await expectAccessible()
  })
})

test.describe('live updates', () => {
  test("another person's change appears without reloading", async ({ openAs, page, signIn }) => {
    await signIn('admin', `/?${demoOnly}`)
    const theirs = await openAs('manager', `/?${demoOnly}`)
    await expect(theirs.getByRole('status', { name: 'Изменения других людей видны сразу' })).toBeVisible()
    const box = (of: typeof page) => of.getByRole('checkbox', { name: /^Бэкл\., запись/ }).nth(7)
    const before = await box(page).isChecked()
    await expect(box(theirs)).toBeChecked({ checked: before })
    await box(theirs).click()
    await expect(box(page)).toBeChecked({ checked: !before })
  })
})
