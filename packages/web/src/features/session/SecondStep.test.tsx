import { auth, secondFactor } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { address, goTo, open } from '../../testing/app.tsx'
import { client, sessionOf } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
const ASKED = 'Пароль верный. Подтвердите вход вторым фактором'
const ways = { totp: true, passkey: null, recovery: true }

async function signIn(second_factor: object = ways) {
  server.refuse(auth.login, 401, ASKED, { second_factor })
  const user = await open('/login', null)
  await user.type(await field('Логин'), 'client1')
  await user.type(await field('Пароль'), 'demo')
  await user.click(await button('Войти'))
  return user
}
const bodies = () => server.callsOf(auth.login).map(({ body }) => body)

it('asks for a code after the password, and sends both', async () => {
  const user = await signIn()
  const code = await field('Код из приложения')
  expect([document.activeElement, code.autocomplete, code.inputMode]).toEqual([code, 'one-time-code', 'numeric'])
  await user.click(await button('Войти'))
  await screen.findByText('Введите код')
  server.refuse(auth.login, 401, 'Код не подошёл', { second_factor: ways })
  await user.type(code, '123 456')
  await user.click(await button('Войти'))
  await screen.findByText('Код не подошёл')
  await vi.waitFor(() => expect(document.activeElement).toBe(code))
  expect(bodies()).toEqual([
    { login: 'client1', password: 'demo' },
    { login: 'client1', password: 'demo', code: '123 456' },
  ])
  server.answer(auth.login, sessionOf(client))
  server.answer(auth.getUser, { ...client, must_set_up_factor: true })
  server.answer(secondFactor.get, {
    is_demanded: true,
    factors: [],
    recovery_left: 0,
    abilities: { totp: true, passkey: 'Нет' },
  })
  await user.type(code, '7')
  await user.click(await button('Войти'))
  await screen.findByRole('heading', { name: 'Настройте второй фактор' })
  expect(address()).toBe('/second-factor')
  // Nothing else can be opened before it is set up.
  await goTo('/account')
  await expect.poll(address).toBe('/second-factor')
})

it('accepts a recovery code instead, and goes back to the password', async () => {
  const user = await signIn()
  await user.click(await button('Войти по коду восстановления'))
  await user.type(await field('Код восстановления'), 'abcd-efgh-2345')
  await user.click(await button('Войти'))
  expect(bodies().at(-1)).toMatchObject({ code: 'abcd-efgh-2345' })
  await user.click(await button('Войти обычным способом'))
  await field('Код из приложения')
  await user.click(await button('Назад к паролю'))
  expect((await field('Логин')).value).toBe('client1')
})
