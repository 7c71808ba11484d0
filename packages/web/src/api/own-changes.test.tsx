import { live, requests } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing/app.tsx'
import { manager } from '../testing/people.ts'
import { requestFilters, requestPage, requestRow } from '../testing/requests.ts'
import { server } from '../testing/server.ts'
import { queryClient } from './query-client.ts'

/**
 * Tests that a person's own change is fetched once: after the call that made it, and not again because of its live
 * event.
 */

const backlog = { request_id: 11, title: null, planned_time: 60, priority: 2, inBacklog: false, version: 1 }
let send: ReturnType<typeof server.stream>

beforeEach(() => {
  server.answer(requests.backlogSummary, () =>
    requestPage([requestRow(11, { backlog_request: backlog, version: backlog.version })]),
  )
  server.answer(requests.backlogFilters, requestFilters)
  server.answer(requests.saveBacklog, {
    message: 'Заявка успешно обновлена',
    backlogRequest: { ...backlog, version: 2 },
  })
})
afterEach(() => void vi.restoreAllMocks())

const LIST = { queryKey: ['request', 'list'] }
type Marked = { predicate: (query: typeof LIST) => boolean }

/**
 * Changes the hours.
 * @returns the queries that were marked as outdated since, the last one first
 */
async function changeHours() {
  send = server.stream(live.events)
  const user = await open('/', manager)
  const row = (await screen.findByText('Заявка про отчёт 11')).closest('tr')!
  const marking = vi.spyOn(queryClient, 'invalidateQueries')
  await user.click(within(row).getByRole('button', { name: /^Изменить: Часы/ }))
  await user.keyboard('2:00{Enter}')
  await waitFor(() => expect(marking).toHaveBeenCalledTimes(1))
  return {
    isMarkedBy: async (calls: number, query = LIST) => {
      await waitFor(() => expect(marking).toHaveBeenCalledTimes(calls))
      return (marking.mock.lastCall![0] as unknown as Marked).predicate(query)
    },
  }
}

const own = { entity: 'request', id: 11, version: 2, by: manager.id, own: true } as const

test('ignores the own event of a change whose reply has brought it', async () => {
  const { isMarkedBy } = await changeHours()
  expect(await isMarkedBy(1)).toBe(true)
  send(own)
  // An event about another thing, so that the end of the collecting time can be awaited.
  send({ entity: 'webhook', id: 1, version: 1, by: manager.id })
  expect(await isMarkedBy(2)).toBe(false)
})

test('refetches what the same person does elsewhere', async () => {
  const { isMarkedBy } = await changeHours()
  send({ ...own, own: undefined })
  expect(await isMarkedBy(2)).toBe(true)
})

test('refetches what the change has not declared, although the event is its own', async () => {
  const { isMarkedBy } = await changeHours()
  send({ ...own, entity: 'release' })
  expect(await isMarkedBy(2, { queryKey: ['release', 'list'] })).toBe(true)
})
