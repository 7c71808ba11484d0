import { account, secondFactor, substitutes } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { open } from '../../testing/app.tsx'
import { client } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const INVALID = 'Проверьте поля: не всё заполнено правильно'
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
const leadsTo = (to: HTMLElement) => vi.waitFor(() => expect(document.activeElement).toBe(to))

it('leads to the password that is refused, here or by the server', async () => {
  server.answer(account.sessions, { sessions: [] })
  server.answer(secondFactor.get, {
    is_demanded: false,
    factors: [],
    recovery_left: 0,
    abilities: { totp: true, passkey: true },
  })
  server.answer(substitutes.list, { substitutes: [], people: [], choices: [] })
  const user = await open('/account', client)
  const [current, next, again] = [
    await field('Нынешний пароль'),
    await field('Новый пароль'),
    await field('Новый пароль ещё раз'),
  ]
  await user.type(current, 'a-wrong-one')
  await user.type(next, 'a-new-password')
  const send = () => user.click(screen.getByRole('button', { name: 'Сменить пароль' }))
  await send()
  await leadsTo(again)
  await user.type(again, 'a-new-password')
  server.refuse(account.changePassword, 422, INVALID, { errors: { current_password: ['Пароль неверный'] } })
  await send()
  await screen.findByText('Пароль неверный')
  await leadsTo(current)
})
