import { auth } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { address, open } from '../../testing/app.tsx'
import { entrance } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })

/** Fills in the form and submits it. */
async function signIn(login: string, password = 'demo') {
  const user = await open('/login', null)
  await user.type(await field('Логин'), login)
  await user.type(await field('Пароль'), password)
  await user.click(await button('Войти'))
  return user
}

describe('the sign-in page', () => {
  it.each([
    [403, 'Неверный логин или пароль', 'Неверный логин или пароль'],
    [422, 'other words', 'Нет доступа к ресурсу'],
    [500, 'other words', 'Ошибка сервера. Пожалуйста, сообщите администратору'],
  ])('answers %i «%s» in a dialog, and keeps what was typed', async (status, message, text) => {
    server.refuse(auth.login, status, message)
    const user = await signIn('manager', 'wrong')
    const dialog = await screen.findByRole('dialog', { name: 'Ошибка' })
    expect(dialog.textContent).toContain(text)
    await user.click(await button('Понятно'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect((await field('Логин')).value).toBe('manager')
    expect(address()).toBe('/login')
  })

  it('requires both fields, and leads to the one that is empty', async () => {
    const user = await open('/login', null)
    await user.click(await button('Войти'))
    await screen.findByText('Введите логин')
    await screen.findByText('Введите пароль')
    await waitFor(async () => expect(document.activeElement).toBe(await field('Логин')))
    await user.keyboard('manager')
    await user.click(await button('Войти'))
    await waitFor(async () => expect(document.activeElement).toBe(await field('Пароль')))
    expect(server.callsOf(auth.login)).toEqual([])
  })

  it('fills in the form from a demo sign-in and shows the version', async () => {
    const user = await open('/login', null)
    await user.click(await button(/^client1/))
    expect((await field('Логин')).value).toBe('client1')
    expect((await field('Пароль')).value).toBe(entrance.demo[0]?.password)
    await screen.findByText(`Версия ${entrance.app_version}`)
  })
})
