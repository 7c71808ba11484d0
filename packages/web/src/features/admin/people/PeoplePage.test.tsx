import { adminPeople, auth } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin, entrance } from '../../../testing/people.ts'
import { pageWith } from '../../../testing/releases.ts'
import { server } from '../../../testing/server.ts'

it('downloads the list with its filters and order', async () => {
  server.keepSilentOtherwise()
  server.answer(adminPeople.list, pageWith([]))
  const user = await open('/admin/people?search_string=анна&role_ids=2,3&order_by=login', admin)
  await user.click(await screen.findByRole('button', { name: 'Excel' }))
  const calls = () => server.callsOf(adminPeople.list)
  await waitFor(() => expect(calls().at(-1)?.query).toMatchObject({ isExcel: true }))
  const [page, workbook] = [false, true].map((isExcel) => calls().findLast(({ query }) => query.isExcel === isExcel))
  expect(workbook?.query).toEqual({ ...page?.query, isExcel: true })
  expect(workbook?.query).toMatchObject({ search_string: 'анна', role_ids: [2, 3], order_by: 'login' })
})

it.each([
  [true, 1],
  [false, 0],
])('offers a letter for the password only where passwords let people in: %s', async (by_password, offers) => {
  server.keepSilentOtherwise()
  server.answer(adminPeople.list, pageWith([]))
  server.answer(auth.getEntrance, { ...entrance, by_password })
  const user = await open('/admin/people', admin)
  await user.click(await screen.findByRole('button', { name: 'Новый человек' }))
  await screen.findByRole('form', { name: 'Новый человек' })
  await waitFor(() => expect(screen.queryAllByLabelText(/^Отправить письмо/)).toHaveLength(offers))
})

it('a new person that was given up with «Отмена» is forgotten, and one left with Esc is offered again as a draft', async () => {
  server.keepSilentOtherwise()
  server.answer(adminPeople.list, pageWith([]))
  const user = await open('/admin/people', admin)
  const begin = async () => {
    await user.click(await screen.findByRole('button', { name: 'Новый человек' }))
    return screen.findByRole<HTMLInputElement>('textbox', { name: /^Имя/ })
  }
  const isGone = () => waitFor(() => expect(screen.queryByRole('form', { name: 'Новый человек' })).toBeNull())
  await user.type(await begin(), 'Анна')
  await user.click(screen.getByRole('button', { name: 'Отмена' }))
  await isGone()
  expect((await begin()).value).toBe('')
  expect(screen.queryByText('Восстановлен черновик прошлого раза')).toBeNull()
  await user.type(await screen.findByRole('textbox', { name: /^Имя/ }), 'Пётр')
  await user.keyboard('{Escape}')
  await isGone()
  expect((await begin()).value).toBe('Пётр')
  await user.click(screen.getByRole('button', { name: 'Начать заново' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Имя/ }).value).toBe('')
})
