import { afterEach, expect, test, vi } from 'vitest'
import type { releases } from '@vypusk/contract'
import { weigh } from './queries/preview.ts'
import { mondaysFrom } from './queries/effects.ts'
import type { PlanningFacts } from './queries/known.ts'

/** The biggest plan that anybody may try; the others are answered while it is weighed. */

const [RELEASES, COMPANIES] = [200, 10]
const some = <One>(count: number, make: (id: number) => One) =>
  Array.from({ length: count }, (_, index) => make(index + 1))
const users = some(5, (id) => ({ id, name: `Имя ${id}` }))
const modules = some(5, (id) => ({ idmod: id, namemod: `Модуль ${id}`, idsys: 1, namesys: 'Система' }))
const companies = some(COMPANIES, (idcomp) => ({ idcomp, namecomp: `Компания ${idcomp}`, status: 0 as const }))

/** Ten years each, all of the same modules, installed in the same weeks: a free day is far away. */
const rows = some(RELEASES, (id) => ({
  id,
  title: `Релиз ${id}`,
  start_date: '2026-01-01',
  plan_date: '2035-12-01',
  planned_time: 100_000,
  planned_requests_time: 5000,
  users,
  modules,
  companies,
})) as unknown as releases.ReleaseRow[]
const installations = rows.flatMap(({ id: release_id, title }) =>
  companies.map(({ idcomp, namecomp }) => ({
    id: release_id * COMPANIES + idcomp,
    release_id,
    title,
    company: { idcomp, namecomp },
    company_id: idcomp,
    namecomp,
    company_day: `2027-0${1 + (idcomp % 9)}-1${release_id % 9}`,
    releaseDate: `2027-0${1 + (idcomp % 9)}-1${release_id % 9}`,
    by_rivc: true,
    by_client: false,
    modules,
  })),
) as unknown as PlanningFacts['installations']
const known: PlanningFacts = {
  now: Date.parse('2026-03-01T09:00:00.000Z'),
  releases: rows,
  calendar: new Map([['2026-05-01', 0]]),
  freezes: [],
  closed: [],
  places: new Map(companies.map((one) => [one.idcomp, { ...one, zone: 'UTC', installing: null }])),
  installations,
}
const tried = rows.map((row) => ({
  row,
  added: 0,
  not_free: [],
  change: {
    release_id: row.id,
    start_date: row.start_date,
    plan_date: '2035-12-31',
    requests: [],
    shift_agreements: true,
    version: 1,
  },
}))

/** A clock that goes on by more than a turn each time it is read, so that no machine is too fast to take turns. */
function slowClock() {
  let at = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (at += 100))
}
afterEach(() => void vi.restoreAllMocks())

test('the biggest plan lets other calls take their turns, at least one for each installation', async () => {
  slowClock()
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  count()
  const { effects, load } = await weigh(known, tried, mondaysFrom('2026-01-05', 104), '2026-03-01')
  isOver = true
  expect([effects.length, load.people.length]).toEqual([RELEASES, users.length])
  expect(effects[0]?.moved).toHaveLength(COMPANIES)
  expect(turns).toBeGreaterThan(RELEASES * COMPANIES)
})
