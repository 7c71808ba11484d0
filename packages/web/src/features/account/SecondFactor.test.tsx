import { account, secondFactor, substitutes } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { client } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const INVALID = 'Проверьте поля: не всё заполнено правильно'
const AT = '2026-03-06T06:30:00.000Z'
const session = { id: 1, device: 'Chrome', address: '127.0.0.1', created_at: AT, last_seen_at: AT, is_present: true }
const codes = Array.from({ length: 10 }, (_, n) => `abcd-efgh-jkm${(n % 8) + 2}${n < 8 ? '' : 'x'}`)
const factor: secondFactor.Factor = { id: 5, kind: 'totp', name: 'Телефон', created_at: AT, last_used_at: null }
const own = {
  is_demanded: false,
  factors: [],
  recovery_left: 0,
  abilities: { totp: true, passkey: 'Нужен https' },
} as const

const button = (name: string) => screen.findByRole('button', { name })

async function openAccount() {
  server.answer(account.sessions, { sessions: [session] })
  server.answer(secondFactor.get, { ...own, factors: [] })
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  return open('/account', client)
}

it('adds an application with the password and a code; recovery codes stay until they are saved', async () => {
  const user = await openAccount()
  server.answer(secondFactor.beginTotp, { key: 'k', secret: 'ABCDEFGH', url: 'otpauth://totp/x?secret=ABCDEFGH' })
  await user.click(await button('Добавить приложение'))
  const window = within(await screen.findByRole('dialog'))
  const password = window.getByLabelText('Пароль', { selector: 'input' })
  await user.type(password, 'wrong')
  server.refuseOnce(secondFactor.beginTotp, 422, INVALID, { errors: { current_password: ['Пароль неверный'] } })
  await user.click(await button('Продолжить'))
  await screen.findByText('Пароль неверный')
  await waitFor(() => expect(document.activeElement).toBe(password))
  await user.click(await button('Продолжить'))
  await screen.findByText('ABCD EFGH')
  server.refuse(secondFactor.finishTotp, 422, INVALID, { errors: { code: ['Код не подошёл'] } })
  const code = await screen.findByLabelText('Код, который показывает приложение')
  await user.type(code, '111111')
  await user.click(await button('Добавить'))
  await screen.findByText('Код не подошёл')
  await waitFor(() => expect(document.activeElement).toBe(code))
  server.answer(secondFactor.finishTotp, { message: 'Success', recovery_codes: codes })
  server.answer(secondFactor.get, { ...own, factors: [factor], recovery_left: 10 })
  await user.click(await button('Добавить'))
  await screen.findByText(codes[0] ?? '')
  await user.keyboard('{Escape}')
  await screen.findByText(codes[9] ?? '')
  await user.click(await button('Я сохранил коды'))
  await waitFor(() => expect(screen.queryByText(codes[0] ?? '')).toBeNull())
  await screen.findByText('Кодов восстановления осталось: 10')
  expect(server.callsOf(secondFactor.finishTotp).map(({ body }) => body)).toEqual(
    ['111111', '111111'].map((sent) => ({ key: 'k', name: 'Телефон', code: sent })),
  )
})

it('shows why a factor cannot be added', async () => {
  await openAccount()
  const add = await button('Добавить ключ доступа')
  expect(add.getAttribute('aria-disabled') ?? add.getAttribute('disabled')).not.toBeNull()
})
