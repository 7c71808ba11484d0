import { fileCopies, publications, type Delivery } from '@vypusk/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const publication: publications.Publication = {
  id: 9,
  created_at: '2026-03-02T09:00:00.000Z',
  author: { id: 2, name: 'Максим Орлов' },
  list: [],
  recipients: { rivc: [], clients: [] },
  text: '',
  withdrawn: null,
  corrects: null,
  corrected_by: [],
  deliveries: [],
  history: [],
  abilities: { resend: true, withdraw: true, correct: true },
}

const COUNTS = { failed: 1, queued: 59, sent: 64_940 }

const copy = (id: number, state: Delivery['state']): Delivery => ({
  id,
  kind: 'ftp',
  target: `Порт/Весна/${id}.zip`,
  state,
  attempts: 1,
  last_error: null,
  at: '2026-03-02T09:00:00.000Z',
})

/** Answers with pages of copies: the first one failed, then those that wait; or those that have arrived. */
const answerCopies = () =>
  server.answer(fileCopies.list, ({ query }) => {
    const { page, per_page, states } = query
    const total = states === 'sent' ? COUNTS.sent : COUNTS.failed + COUNTS.queued
    const from = (page - 1) * per_page + 1
    const to = Math.min(total, from + per_page - 1)
    const data = Array.from({ length: to - from + 1 }, (_, n) =>
      states === 'sent' ? copy(1000 + from + n, 'sent') : copy(from + n, from + n === 1 ? 'failed' : 'queued'),
    )
    return { total, from, to, current_page: page, per_page, data, counts: COUNTS }
  })

it('of very many copies only those are fetched that are shown', async () => {
  server.keepSilentOtherwise()
  server.answer(publications.getPublication, publication)
  answerCopies()
  const user = await open('/publication/9', manager)
  const aside = await screen.findByRole('complementary', { name: 'Рассылка' })
  await within(aside).findByText('Порт/Весна/1.zip')
  expect(within(aside).getByText('Порт/Весна/50.zip')).toBeTruthy()
  expect(within(aside).queryByText('Порт/Весна/51.zip')).toBeNull()
  await user.click(within(aside).getByRole('button', { name: 'Показать ещё: 10' }))
  await within(aside).findByText('Порт/Весна/60.zip')
  expect(within(aside).queryByText('Порт/Весна/1001.zip')).toBeNull()
  await user.click(within(aside).getByText('Без ошибок: 64940'))
  await within(aside).findByText('Порт/Весна/1001.zip')
  expect(server.callsOf(publications.getPublication).at(-1)?.query).toMatchObject({ copies: false })
})

it('a client asks for no copies', async () => {
  server.keepSilentOtherwise()
  server.answer(publications.getPublication, publication)
  await open('/publication/9', client)
  await screen.findByText('Писем по этой публикации нет.')
  expect(server.callsOf(fileCopies.list)).toEqual([])
})
