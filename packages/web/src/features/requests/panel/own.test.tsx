import { requests } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { client, manager } from '../../../testing/people.ts'
import { requestDetail, requestFilters, requestPage, requestRow } from '../../../testing/requests.ts'
import { server } from '../../../testing/server.ts'

const BEGUN = 'Работа над заявкой уже началась'

function serve(overrides: Partial<requests.RequestDetail>) {
  server.keepSilentOtherwise()
  for (const list of [requests.backlogSummary, requests.tickets]) server.answer(list, requestPage([requestRow(11)]))
  for (const filters of [requests.backlogFilters, requests.ticketFilters]) server.answer(filters, requestFilters)
  server.answer(requests.getRequest, requestDetail(11, overrides))
}
const { abilities } = requestDetail(11)
const begun = { abilities: { ...abilities, edit: BEGUN, withdraw: BEGUN } }

it('a company reads why it can no longer edit or withdraw its request', async () => {
  serve(begun)
  await open('/clientRequests?open=11', client)
  for (const name of ['Изменить', 'Отозвать заявку']) {
    const button = await screen.findByRole('button', { name })
    expect([button.getAttribute('aria-disabled'), button.getAttribute('aria-description')]).toEqual(['true', BEGUN])
  }
})

it.each([
  ['their own', manager.id, 1],
  ["somebody else's", manager.id + 1, 0],
])('staff are offered this for a request that is %s', async (_whose, id, count) => {
  serve({ ...begun, author: { id, name: manager.name } })
  await open('/?open=11', manager)
  await screen.findByRole('heading', { name: requestRow(11).e_title })
  expect(screen.queryAllByRole('button', { name: 'Отозвать заявку' })).toHaveLength(count)
})
