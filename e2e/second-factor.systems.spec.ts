import { generateSync } from 'otplib'
import { expect, fillSignIn, PASSWORD, test, type Page } from './fixtures.ts'
import { linkIn } from './letters.ts'

/** A second factor as a person uses it: codes from an application, and a passkey in the browser. */

const OWN_PASSWORD = 'корова на крыше'

/** Creates a person for this test only, because everybody else signs in with the password alone. */
async function newPerson({ request }: Page, login: string): Promise<void> {
  const asAdmin = await request.post('/api/auth/login', { data: { login: 'admin', password: PASSWORD } })
  const headers = { Authorization: `Bearer ${(await asAdmin.json()).access_token}` }
  const email = `${login}@example.ru`
  const data = { login, name: 'Вера Ключевая', company: null, email, send_password: true }
  await request.post('/api/admin/people', { headers, data })
  const link = await linkIn(`To: ${email}`, '/password')
  await request.post(`/api/auth${link}`, { data: { password: OWN_PASSWORD } })
}

/** Adds Chromium's virtual authenticator, whose user is present and agrees. @returns a function that removes it */
async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return () => devtools.detach()
}

const nextCode = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })

async function signOut(page: Page): Promise<void> {
  await page.evaluate('localStorage.clear()')
  await page.goto('/login')
}

test('a second factor is added at /account, and required at the sign-in: a code, then a passkey', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
}) => {
  await newPerson(page, 'klyucheva')
  await page.goto('/login')
  await fillSignIn(page, 'klyucheva', OWN_PASSWORD)
  await page.waitForURL('/')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Добавить приложение' }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel('Пароль', { exact: true }).fill(OWN_PASSWORD)
  await window.getByRole('button', { name: 'Продолжить' }).click()
  await expect(window.getByRole('img', { name: 'QR-код для приложения' })).toBeVisible()
  await expectAccessible('[role=dialog]')
  const secret = ((await window.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await window.getByLabel('Код, который показывает приложение').fill(generateSync({ secret }))
  await window.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(window.getByRole('listitem')).toHaveCount(10)
  await expectAccessible('[role=dialog]')
  const saving = page.waitForEvent('download')
  await window.getByRole('button', { name: 'Скачать' }).click()
  expect((await saving).suggestedFilename()).toBe('vypusk-recovery-codes.txt')
  await window.getByRole('button', { name: 'Я сохранил коды' }).click()
  await expect(page.getByText('Кодов восстановления осталось: 10')).toBeVisible()

  await signOut(page)
  await fillSignIn(page, 'klyucheva', OWN_PASSWORD)
  const code = page.getByLabel('Код из приложения')
  await expect(code).toBeFocused()
  await expectAccessible()
  await code.fill(nextCode(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Безопасность' })).toBeVisible()

  const takeAway = await addAuthenticator(page)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Добавить ключ доступа' }).click()
  await window.getByLabel('Пароль', { exact: true }).fill(OWN_PASSWORD)
  await window.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(page.getByText('Это устройство')).toBeVisible()
  await expectNoSidewaysScroll()
  await signOut(page)
  await fillSignIn(page, 'klyucheva', OWN_PASSWORD)
  await page.getByRole('button', { name: 'Войти ключом доступа' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Безопасность' })).toBeVisible()
  await takeAway()
})
