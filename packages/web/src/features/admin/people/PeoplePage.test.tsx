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
