import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { OIDC_CLIENT, startOidc } from '../packages/server/src/testing/servers/oidc.ts'
import { expect, test as base, PHONE } from './fixtures.ts'
import { dataDir } from './playwright.config.ts'

const program = join(import.meta.dirname, 'serve.ts')
/** The port after that of the other tests, on the same database. */
const PORT = Number(process.env['E2E_PORT'] ?? 3190) + 1
const PUBLIC_URL = `http://127.0.0.1:${PORT}`

/** Another process of the product, with a corporate sign-in and without passwords. */
const test = base.extend<object, { corporate: Awaited<ReturnType<typeof startOidc>> }>({
  corporate: [
    // oxlint-disable-next-line no-empty-pattern -- The runner wants a pattern for the fixtures this one needs: none.
    async ({}, use) => {
      const provider = await startOidc(PUBLIC_URL)
      const env = {
        ...process.env,
        PORT: String(PORT),
        PUBLIC_URL,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: OIDC_CLIENT.id,
        OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
        OIDC_NAME: 'Войти через портал холдинга',
        OIDC_GROUPS: 'vypusk-staff=staff',
        LOCAL_SIGN_IN: 'off',
      }
      const server = spawn(process.execPath, [program], { env, stdio: ['pipe', 'ignore', 'inherit'] })
      await expect
        .poll(() =>
          fetch(`${PUBLIC_URL}/api/health/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true)
      await use(provider)
      server.kill('SIGTERM')
      await once(server, 'exit')
      await provider.close()
    },
    { scope: 'worker' },
  ],
})

// Both tests share one process of the product, because it has a fixed port.
test.describe.configure({ mode: 'default' })

test('the company’s own provider signs a person in, leads back to the requested page, and signs out', async ({
  page,
  corporate,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  // The login is new each time: each run has another provider, and accounts are not linked by login.
  const preferred_username = `orlova-${Date.now()}`
  corporate.people['e2e-1'] = { preferred_username, name: 'Вера Орлова', groups: ['vypusk-staff'] }
  await page.goto(`${PUBLIC_URL}/agreements?statuses=1`)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Логин')).toBeHidden()
  await page.getByRole('button', { name: 'Войти по паролю администратора' }).click()
  await expect(page.getByLabel('Логин')).toBeVisible()
  await expectAccessible()
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll()
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Войти через портал холдинга' }).click()
  await page.getByPlaceholder('Enter any login').fill('e2e-1')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${PUBLIC_URL}/agreements?statuses=1`)
  await expect(page.getByText('Вера Орлова')).toBeVisible()

  await page.getByRole('button', { name: 'Выйти' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL(`${PUBLIC_URL}/login`)
})

test('a person without a permitted group sees the reason, and can start again', async ({
  page,
  corporate,
  expectAccessible,
}) => {
  corporate.people['e2e-2'] = { preferred_username: 'portal-guest', groups: ['guests'] }
  await page.goto(`${PUBLIC_URL}/login`)
  await page.getByRole('button', { name: 'Войти через портал холдинга' }).click()
  await page.getByPlaceholder('Enter any login').fill('e2e-2')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Войти не получилось' })).toBeVisible()
  await expect(page.getByText('попросите администратора добавить вас в нужную группу')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'На страницу входа' }).click()
  await expect(page.getByRole('button', { name: 'Войти через портал холдинга' })).toBeVisible()
})

test('a token is shown once, gives access to the API and is revoked', async ({
  page,
  request,
  signIn,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  const name = `Отчёты ${Date.now()}`
  await signIn('client2')
  await page.getByRole('button', { name: 'Токены API' }).click()
  await expect(page.getByRole('heading', { name: 'Токены API' })).toBeVisible()
  await page.getByLabel('Для чего').fill(name)
  await page.getByRole('button', { name: 'Сделать токен' }).click()
  const token = await page.getByRole('dialog').getByLabel('Токен', { exact: true }).inputValue()
  const ask = async () =>
    (await request.get('/api/auth/user', { headers: { Authorization: `Bearer ${token}` } })).status()
  expect(await ask()).toBe(200)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name })).toBeVisible()
  await expectAccessible()
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll()
  await page.getByRole('button', { name: `Отозвать «${name}»` }).click()
  await page.getByRole('button', { name: 'Отозвать', exact: true }).click()
  await expect(page.getByText(name, { exact: true })).toBeHidden()
  expect(await ask()).toBe(401)
})

test('an administrator adds a webhook, tests it and sees the answer', async ({ page, signIn, expectAccessible }) => {
  await signIn('admin', '/admin/webhooks')
  await page.getByRole('button', { name: 'Добавить вебхук' }).click()
  await page.getByLabel('Адрес').fill('http://127.0.0.1:9/hook')
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(page.getByText('Выберите хотя бы одно событие')).toBeVisible()
  await page.getByLabel('Релиз опубликован').check()
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(page.getByLabel('Секрет подписи')).toHaveValue(/^[\w-]{43}$/)
  await page.keyboard.press('Escape')
  const card = page.getByRole('region', { name: 'Вебхук http://127.0.0.1:9/hook' })
  await card.getByRole('button', { name: 'Проверить' }).click()
  await card.getByRole('button', { name: 'Журнал' }).click()
  await expect(card.getByText(/последняя: Адрес ведёт во внутреннюю сеть/)).toBeVisible()
  await expectAccessible()
  await card.getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(card).toBeHidden()
})
