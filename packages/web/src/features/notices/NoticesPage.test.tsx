import { notices } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const notice = (id: number): notices.Notice => ({
  id,
  kind: 'answer',
  reason: 'author',
  title: `Релиз ${id}`,
  text: 'Дату согласовали',
  moments: [],
  doer: 'Клара Северная',
  href: `/releases/${id}`,
  at: '2026-03-02T09:00:00.000Z',
  read: false,
  settled: false,
})

it('takes back a refused mark by itself when the list cannot be fetched again, and keeps the others', async () => {
  server.keepSilentOtherwise()
  server.answer(notices.list, { notices: [notice(2), notice(1)], next: null, unread: 2, newest: 2 })
  const user = await open('/notices', manager)
  const rows = within(await screen.findByRole('list', { name: 'Уведомления' })).getAllByRole('listitem')
  server.cut(notices.list)
  server.answer(notices.read, { message: 'Success', unread: 1, newest: 2 })
  server.refuseOnce(notices.read, 429, 'Слишком много запросов')
  for (const row of rows) await user.click(within(row).getByRole('button', { name: 'Отметить прочитанным' }))
  await screen.findByText('Слишком много запросов')
  await waitFor(() => expect(rows.map(({ dataset }) => dataset['unread'])).toEqual(['true', undefined]))
})
