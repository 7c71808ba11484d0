import { requests } from '@vypusk/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { requestDetail, requestFilters, requestPage, requestRow } from '../../testing/requests.ts'
import { server } from '../../testing/server.ts'

/** A release that was closed without being handed over is no plan: lists and the panel say so to both sides. */

const release = { id: 8, title: 'Весенний', plan_date: '2030-03-29', called_off: true }

beforeEach(() => {
  server.keepSilentOtherwise()
  const page = requestPage([
    requestRow(11, { release }),
    requestRow(12, { release: { ...release, called_off: false } }),
  ])
  server.answer(requests.backlogSummary, page)
  server.answer(requests.tickets, page)
  server.answer(requests.backlogFilters, requestFilters)
  server.answer(requests.ticketFilters, requestFilters)
  server.answer(requests.getRequest, requestDetail(11, { release }))
})

it.each([
  ['/?open=11', manager],
  ['/clientRequests?open=11', client],
])('%s', async (path, person) => {
  await open(path, person)
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  const [off, planned] = [await row(/отчёт 11/), await row(/отчёт 12/)]
  off.getByText('Закрыт: Весенний')
  planned.getByText('Весенний')
  expect(off.queryByText('29.03.2030')).toBeNull()
  await screen.findByText(/, релиз закрыт/)
  expect(screen.queryByText(/план 29\.03\.2030/)).toBeNull()
})
