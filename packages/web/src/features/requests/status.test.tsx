import { requests, threads } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { requestDetail, requestFilters, requestPage, requestRow } from '../../testing/requests.ts'
import { server } from '../../testing/server.ts'

/** Tests that staff say how far the work on requests is: in the panel, and for many at once. */

const NEW = { id: 1, name: 'Новая', tone: 'grey' } as const
const CLOSED = { id: 5, name: 'Закрыта', tone: 'grey' } as const
const statusOf = new Map([11, 12].map((id) => [id, NEW as requests.RequestRow['status']]))
const row = (id: number) => requestRow(id, { status: statusOf.get(id)! })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const sent = () => server.callsOf(requests.saveStatus).map(({ body }) => body)

beforeEach(() => {
  server.keepSilentOtherwise()
  statusOf.set(11, NEW).set(12, NEW)
  server.answer(requests.backlogSummary, () => requestPage([row(11), row(12)]))
  server.answer(requests.backlogFilters, requestFilters)
  server.answer(requests.getRequest, ({ params: { id } }) => requestDetail(id, { status: statusOf.get(id)! }))
  server.answer(threads.of, { threads: [] })
  server.answer(requests.statuses, { statuses: [NEW, CLOSED] })
  server.answer(requests.saveStatus, ({ body: { requests: ids, status } }) => {
    const before = ids.map((id) => ({ request_id: id, status: statusOf.get(id)!.id, isPaid: false }))
    for (const id of ids) statusOf.set(id, [NEW, CLOSED].find((one) => one.id === status) ?? statusOf.get(id)!)
    return { message: 'Success', saved: [...ids], refused: [], before }
  })
})

it('in the panel the status is chosen in place, from the value that was seen, and undone', async () => {
  const user = await open('/?open=11', manager)
  await user.click(await button(/^Изменить: Статус Новая/))
  await user.click(await screen.findByRole('option', { name: 'Закрыта' }))
  await button(/^Изменить: Статус Закрыта/)
  await user.click(await button('Отменить'))
  await button(/^Изменить: Статус Новая/)
  const was = (status: number) => [{ request_id: 11, status, isPaid: false }]
  expect(sent()).toEqual([
    { requests: [11], status: 5, was: was(1) },
    { requests: [11], status: 1, was: was(5) },
  ])
})

it('a status that somebody else has changed meanwhile is not overwritten, and the person is told', async () => {
  server.answer(requests.saveStatus, {
    message: 'Success',
    saved: [],
    refused: [{ id: 11, reason: 'Запись уже изменил другой человек' }],
    before: [],
  })
  const user = await open('/?open=11', manager)
  await user.click(await button(/^Изменить: Платность Бесплатная/))
  await user.click(await screen.findByRole('option', { name: 'Платная' }))
  await screen.findByText(/^Не сохранено. Запись уже изменил другой человек/)
  await button(/^Изменить: Платность Бесплатная/)
})

it('marked requests get a status together; undoing gives each its own', async () => {
  statusOf.set(12, CLOSED)
  const user = await open('/', manager)
  await user.click(await screen.findByRole('checkbox', { name: /^Отметить запись 11/ }))
  await user.click(screen.getByRole('checkbox', { name: /^Отметить запись 12/ }))
  await user.click(await within(await screen.findByRole('toolbar')).findByRole('button', { name: 'Статус' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Закрыта' }))
  await screen.findByText('Сохранено: 2 заявки')
  await user.click(await button('Отменить'))
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent()).toEqual([
    { requests: [11, 12], status: 5 },
    { requests: [11], status: 1, was: [{ request_id: 11, status: 5, isPaid: false }] },
    { requests: [12], status: 5, was: [{ request_id: 12, status: 5, isPaid: false }] },
  ])
})
