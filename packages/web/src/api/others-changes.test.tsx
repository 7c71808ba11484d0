import { agreements, live, requests } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { matrixCell } from '../testing/agreements.ts'
import { open } from '../testing/app.tsx'
import { manager } from '../testing/people.ts'
import { requestFilters, requestPage, requestRow } from '../testing/requests.ts'
import { server } from '../testing/server.ts'
import { concerns } from './changes.ts'
import { queryClient } from './query-client.ts'

/** Tests that as little as possible is refetched when others make changes: a single row when a row was changed. */

let rows: requests.RequestRow[]
let total: number
let send: ReturnType<typeof server.stream>
beforeEach(() => {
  rows = [requestRow(11), requestRow(12)]
  total = 2
  server.answer(requests.backlogSummary, ({ body: { ids } }) =>
    requestPage(ids ? rows.filter(({ id }) => ids.includes(id)) : rows, {}, total),
  )
  server.answer(requests.backlogFilters, requestFilters)
  send = server.stream(live.events)
})

const change = (id: number, listeners?: number) =>
  send({ entity: 'request', id, version: 2, by: 999, ...(listeners && { listeners }) })
const requested = () => server.callsOf(requests.backlogSummary).map(({ body }) => body.ids ?? 'whole')

test('refetches only the row when its name has changed', async () => {
  await open('/', manager)
  await screen.findByText('Заявка про отчёт 11')
  const before = requested().length
  rows = [requestRow(11), requestRow(12, { e_title: 'Иное название', version: 2 })]
  change(12)
  await screen.findByText('Иное название')
  expect(requested().slice(before)).toEqual([[12]])
})

test('a new release is among the choices of the filter at once', async () => {
  await open('/', manager)
  await screen.findByText('Заявка про отчёт 11')
  await waitFor(() => expect(server.callsOf(requests.backlogFilters)).toHaveLength(1))
  send({ entity: 'release', id: 5, version: 1, by: 999 })
  rows = [requestRow(11), requestRow(12, { e_title: 'Иное название', version: 2 })]
  change(12)
  await screen.findByText('Иное название')
  // Not only after minutes, or when the stream is opened anew.
  expect(server.callsOf(requests.backlogFilters)).toHaveLength(2)
})

test('refetches the list when a row’s place may change, or when the row is not on the page', async () => {
  await open('/', manager)
  await screen.findByText('Заявка про отчёт 11')
  const before = requested().length
  rows = [requestRow(11, { urgency: 4, version: 2 }), requestRow(12)]
  change(11)
  await waitFor(() => expect(requested().slice(before)).toContain('whole'))
  expect(requested()[before]).toEqual([11])
  rows = [...rows, requestRow(13)]
  change(13)
  await screen.findByText('Заявка про отчёт 13')
})

test('a row that is no longer visible is gone after the next refetch of the list', async () => {
  await open('/', manager)
  await screen.findByText('Заявка про отчёт 12')
  rows = [requestRow(11)]
  change(12)
  await waitFor(() => expect(screen.queryByText('Заявка про отчёт 12')).toBeNull())
})

test('refetches only the row of the matrix when an agreement has changed, in its filter or not', async () => {
  server.keepSilentOtherwise()
  const row = (release_id: number, status: 0 | 1 = 0) => ({
    release: { id: release_id, title: `Релиз ${release_id}`, plan_date: '2030-03-29', agreed: 0, expected: 1 },
    cell: matrixCell({ release_id, status, agreement_id: release_id + 10, waiting_days: status ? 3 : null }),
  })
  let all = [row(1), row(2)]
  server.answer(agreements.matrix, ({ query: { changed_agreement_ids } }) => {
    const asked = changed_agreement_ids
    const shown = all.filter(({ cell: { agreement_id } }) => !asked.length || asked.includes(agreement_id ?? 0))
    return {
      releases: shown.map(({ release }) => release),
      companies: [{ idcomp: 1, namecomp: 'Компания 1' }],
      cells: shown.map(({ cell }) => cell),
      total_releases: shown.length,
      read_releases: asked.length ? asked.map((id) => id - 10) : undefined,
    }
  })
  await open('/agreements?view=matrix', manager)
  await screen.findByText('Релиз 2')
  const asked = () => server.callsOf(agreements.matrix).map(({ query }) => query.changed_agreement_ids)
  const before = asked().length
  all = [row(1), row(2, 1)]
  send({ entity: 'agreement', id: 12, version: 2, by: 999 })
  await screen.findByText('ждём 3 дн')
  all = [row(2, 1)]
  send({ entity: 'agreement', id: 11, version: 2, by: 999 })
  await waitFor(() => expect(screen.queryByText('Релиз 1')).toBeNull())
  expect(asked().slice(before)).toEqual([[12], [11]])
})

/** The kinds of active queries that are refetched when the entity changes. */
const follow = (entity: string) =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: concerns(new Set([entity])) })
    .map(({ queryKey: [about, what] }) => `${String(about)} ${String(what)}`)

test.each([
  ['/agreements/5', 'agreement one', ['company', 'freeze', 'user']],
  ['/agreements', 'agreement list', ['company', 'user']],
  ['/agreements/calendar', 'agreement list', ['company']],
  ['/releases/8', 'release one', ['company', 'freeze', 'user']],
  ['/releases', 'release list', ['company', 'user']],
  ['/waiting', 'waiting list', ['company', 'user']],
  ['/', 'request list', ['company', 'user']],
  ['/planning', 'planning releases', ['company', 'freeze', 'user']],
  ['/registry', 'registry_entry list', ['company', 'registry_step', 'user']],
  ['/registryHistory/5', 'registry_entry one', ['company', 'registry_step', 'user']],
])(
  '%s follows zones, hours, closed days, steps and people, as far as its «%s» shows them',
  async (page, shown, expected) => {
    server.keepSilentOtherwise()
    await open(page, manager)
    await waitFor(() => expect(follow('all')).toContain(shown))
    expect(['company', 'freeze', 'registry_step', 'user'].filter((entity) => follow(entity).includes(shown))).toEqual(
      expected,
    )
  },
)
