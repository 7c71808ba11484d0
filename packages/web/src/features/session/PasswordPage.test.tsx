import { auth } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { open } from '../../testing/app.tsx'
import { server } from '../../testing/server.ts'

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })

it('leads to the password that the server refuses', async () => {
  server.answer(auth.passwordLink, { login: 'client1', name: 'Ольга Смирнова' })
  const errors = { password: ['Слишком простой пароль'] }
  server.refuseOnce(auth.setPassword, 422, 'Проверьте поля: не всё заполнено правильно', { errors })
  const user = await open(`/password/${'a'.repeat(43)}`, null)
  const password = await field('Новый пароль')
  await user.type(password, 'password12')
  await user.type(await field('Ещё раз'), 'password12')
  await user.click(screen.getByRole('button', { name: 'Задать пароль' }))
  await screen.findByText('Слишком простой пароль')
  await vi.waitFor(() => expect(document.activeElement).toBe(password))
})
