import { PASSWORD, expect, fillSignIn, test } from './fixtures.ts'
import { tokenOf } from './lists.ts'

/**
 * The page's texts, fields and refusals are tested in LoginPage.test.tsx; where each person is led, in routes.test.tsx.
 */

test('staff and clients sign in, each to their own home page, and signing out revokes the token on the server', async ({
  page,
  request,
}) => {
  await page.goto('/login')
  await fillSignIn(page, 'manager')
  await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()
  const token = await tokenOf(page)
  const ask = () => request.get('/api/auth/user', { headers: { Authorization: `Bearer ${token}` } })
  expect((await ask()).status()).toBe(200)
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect((await ask()).status()).toBe(401)
  await fillSignIn(page, 'client1', 'wrong')
  await expect(page.getByRole('dialog', { name: 'Ошибка' })).toContainText('Неверный логин или пароль')
  await page.keyboard.press('Escape')
  await fillSignIn(page, 'client1')
  await expect(page).toHaveURL(/\/clientRequests$/)
  await expect(page.getByRole('heading', { name: 'Мои заявки' })).toBeVisible()
})

test('the login is remembered for 30 days in the cookie saved_id, and forgotten if the box is not ticked', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await page.getByLabel('Запомнить меня').check()
  await fillSignIn(page, 'client1')
  await expect(page.getByRole('heading', { name: 'Мои заявки' })).toBeVisible()
  const cookie = (await context.cookies()).find(({ name }) => name === 'saved_id')
  expect(cookie?.value).toBe('client1')
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(30)
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByLabel('Логин')).toHaveValue('client1')
  await page.getByLabel('Запомнить меня').uncheck()
  await fillSignIn(page, 'client1')
  await expect(page.getByRole('heading', { name: 'Мои заявки' })).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('saved_id')
})

test('a sign-in leads to the requested address; after a session has expired, only for the same person', async ({
  page,
}) => {
  await page.goto('/clientRequests?urgs=3,4')
  await expect(page).toHaveURL(/\/login$/)
  await fillSignIn(page, 'client1')
  await expect(page).toHaveURL(/\/clientRequests\?urgs=3,4$/)
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

test('a window follows the session of another window', async ({ page, context, signIn, request }) => {
  await signIn('manager', '/error404')
  const other = await context.newPage()
  await other.goto('/api/health/live')
  const { access_token } = await (
    await request.post('/api/auth/login', { data: { login: 'client1', password: PASSWORD } })
  ).json()
  await page.getByRole('button', { name: 'На главную' }).click()
  await expect(page.getByRole('heading', { name: 'Бэклог' })).toBeVisible()
  const kept = JSON.stringify({ token: access_token, user_id: null })
  await other.evaluate((session) => localStorage.setItem('vypusk.session', session), kept)
  await expect(page).toHaveURL(/\/clientRequests$/)
  await expect(page.getByRole('link', { name: 'Бэклог' })).toHaveCount(0)
})

test('the pages for a refusal and for nothing found are accessible', async ({ page, expectAccessible }) => {
  for (const [address, heading] of [
    ['/error403', 'Нет доступа'],
    ['/error404', 'Страница не найдена'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectAccessible()
  }
})

test('a login typed into the form of a kept page outlives its replacement, and a password does not', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/build.txt', async (route) => (await held, route.fulfill({ body: '0123456789abcdef' })))
  await page.goto('/login', { waitUntil: 'commit' })
  const [login, password] = [page.getByLabel('Логин'), page.getByRole('textbox', { name: 'Пароль' })]
  await login.fill('ivanova')
  await password.fill('secret')
  const replaced = page.waitForEvent('framenavigated')
  release()
  await replaced
  await expect(login).toHaveValue('ivanova')
  await expect(password).toHaveValue('')
  await expect(password).toBeFocused()
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain('secret')
  await context.close()
})
