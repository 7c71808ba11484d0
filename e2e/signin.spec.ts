import { PASSWORD, PHONE, expect, fillSignIn, test } from './fixtures.ts'
import { tokenOf } from './lists.ts'

const path = (page: { url: () => string }) => new URL(page.url()).pathname

test.describe('the sign-in page', () => {
  test('leads staff to the backlog and clients to their requests', async ({ page, signIn }) => {
    await signIn('manager')
    await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await fillSignIn(page, 'client1')
    await expect(page).toHaveURL(/\/clientRequests$/)
    await expect(page.getByRole('heading', { name: 'Мои заявки' })).toBeVisible()
  })

  test('says «Неверный логин или пароль» in the dialog «Ошибка» and keeps what was typed', async ({ page }) => {
    await page.goto('/login')
    await fillSignIn(page, 'manager', 'wrong')
    const dialog = page.getByRole('dialog', { name: 'Ошибка' })
    await expect(dialog).toContainText('Неверный логин или пароль')
    await dialog.getByRole('button', { name: 'Понятно' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('Логин')).toHaveValue('manager')
    await expect(page).toHaveURL(/\/login$/)
  })

  test('asks for both fields', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Войти' }).click()
    await expect(page.getByText('Введите логин')).toBeVisible()
    await expect(page.getByText('Введите пароль')).toBeVisible()
  })

  for (const [status, text] of [
    [422, 'Нет доступа к ресурсу'],
    [500, 'Ошибка сервера. Пожалуйста, сообщите администратору'],
  ] as const) {
    test(`answers ${status} with its sentence`, async ({ page }) => {
      await page.route('**/api/auth/login', (route) => route.fulfill({ status, json: { message: 'other words' } }))
      await page.goto('/login')
      await fillSignIn(page, 'manager')
      await expect(page.getByRole('dialog', { name: 'Ошибка' })).toContainText(text)
    })
  }

  test('fills the form from a demo sign-in and shows the version', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: /^client1/ }).click()
    await expect(page.getByLabel('Логин')).toHaveValue('client1')
    await expect(page.getByLabel('Пароль', { exact: true })).toHaveValue(PASSWORD)
    await expect(page.getByText('Версия 2.17.4')).toBeVisible()
  })

  test('remembers the login for 30 days in the cookie saved_id', async ({ page, context }) => {
    await page.goto('/login')
    await page.getByLabel('Запомнить меня').check()
    await fillSignIn(page, 'manager')
    await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()
    const cookie = (await context.cookies()).find(({ name }) => name === 'saved_id')
    expect(cookie?.value).toBe('manager')
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(Math.round(days)).toBe(30)
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page.getByLabel('Логин')).toHaveValue('manager')
  })

  test('forgets the login when not asked to remember', async ({ page, context }) => {
    await page.goto('/login')
    await context.addCookies([{ name: 'saved_id', value: 'client1', url: page.url() }])
    await page.reload()
    await expect(page.getByLabel('Логин')).toHaveValue('client1')
    await page.getByLabel('Запомнить меня').uncheck()
    await fillSignIn(page, 'manager')
    await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('saved_id')
  })

  test('is readable by everybody and fits a phone', async ({ page, expectAccessible, expectNoSidewaysScroll }) => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: /^admin/ })).toBeVisible()
    await expectAccessible()
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll()
  })
})

test.describe('where a sign-in leads', () => {
  test('to the requested address with its filters', async ({ page }) => {
    await page.goto('/clientRequests?urgs=3,4')
    await expect(page).toHaveURL(/\/login$/)
    await fillSignIn(page, 'client1')
    await expect(page).toHaveURL(/\/clientRequests\?urgs=3,4$/)
  })

  test('to the same page after the session died, for the same person only', async ({ page, signIn }) => {
    await signIn('client1', '/clientRequests?urgs=4')
    await expect(page.getByRole('heading', { name: 'Мои заявки' })).toBeVisible()
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('vypusk.session') ?? '{}')
      localStorage.setItem('vypusk.session', JSON.stringify({ ...session, token: 'dead' }))
    })
    await page.reload()
    await expect(page).toHaveURL(/\/login$/)
    await fillSignIn(page, 'client2')
    await expect(page).toHaveURL(/\/clientRequests$/)
  })

  test('not back to what is refused', async ({ page }) => {
    await page.goto('/planning')
    await expect(page).toHaveURL(/\/login$/)
    await fillSignIn(page, 'client1')
    await expect(page.getByRole('heading', { name: 'Нет доступа' })).toBeVisible()
    await page.goto('/login')
    await expect(page).toHaveURL(/\/clientRequests$/)
  })

  test('for the person whose session another window holds', async ({ page, context, signIn, request }) => {
    await signIn('manager')
    const other = await context.newPage()
    await other.goto('/api/health/live')
    const { access_token } = await (
      await request.post('/api/auth/login', { data: { login: 'client1', password: PASSWORD } })
    ).json()
    const kept = JSON.stringify({ token: access_token, user_id: null })
    await other.evaluate((session) => localStorage.setItem('vypusk.session', session), kept)
    await expect(page).toHaveURL(/\/clientRequests$/)
    await expect(page.getByRole('link', { name: 'Бэклог' })).toHaveCount(0)
  })

  test('on from /login for whoever is signed in', async ({ page, signIn }) => {
    await signIn('manager', '/login')
    await expect(page).toHaveURL((url) => url.pathname === '/')
  })
})

test.describe('guards', () => {
  test('nobody sees a screen without a session', async ({ page }) => {
    for (const address of ['/', '/clientRequests']) {
      await page.goto(address)
      await expect(page).toHaveURL(/\/login$/)
    }
  })

  test('a client goes from the backlog to the own requests', async ({ page, signIn }) => {
    await signIn('client1', '/')
    await expect(page).toHaveURL(/\/clientRequests$/)
    await expect(page.getByRole('link', { name: 'Бэклог' })).toBeHidden()
  })

  test('signing out kills the token on the server', async ({ page, signIn, request }) => {
    await signIn('manager')
    const token = await tokenOf(page)
    const ask = () => request.get('/api/auth/user', { headers: { Authorization: `Bearer ${token}` } })
    expect((await ask()).status()).toBe(200)
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect((await ask()).status()).toBe(401)
  })

  test('a foreign shared cookie ends the session', async ({ page, context }) => {
    await page.route('**/api/auth/entrance', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), cross_login_cookie: 'shared_token' } })
    })
    await page.goto('/login')
    await fillSignIn(page, 'manager')
    await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()
    const token = await tokenOf(page)
    const shared = (await context.cookies()).find(({ name }) => name === 'shared_token')
    expect(shared?.value).toBe(token)
    await context.addCookies([{ name: 'shared_token', value: 'of-somebody-else', url: new URL(page.url()).origin }])
    await page.reload()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('an address without a screen is not found', async ({ page, signIn }) => {
    await signIn('manager', '/nowhere')
    await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
  })

  test('the error pages say what is the matter and lead back', async ({ page, signIn, expectAccessible }) => {
    await signIn('client1', '/error403')
    await expect(page.getByRole('heading', { name: 'Нет доступа' })).toBeVisible()
    await expectAccessible()
    await page.goto('/error404')
    await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
    await expect(page).toHaveTitle('Страница не найдена · Выпуск')
    await page.getByRole('button', { name: 'На главную' }).click()
    await expect.poll(() => path(page)).toBe('/clientRequests')
    await page.goto('/%E0%A4%A')
    await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
  })
})
