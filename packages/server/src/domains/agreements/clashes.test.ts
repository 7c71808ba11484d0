import { expect, test } from 'vitest'
import { clashesAmong, clashesOfAll, clashInWords, type Planned } from './rules/clashes.ts'

const planned = (release_id: number, releaseDate: string, overrides: Partial<Planned> = {}): Planned => ({
  release_id,
  title: `Релиз ${release_id}`,
  company_id: 1,
  namecomp: 'Север',
  releaseDate,
  company_day: releaseDate,
  modules: [],
  ...overrides,
})
const warehouse = { idmod: 5, namemod: 'Склад' }

test('two releases at one company on one day clash', () => {
  const [first, second] = [planned(1, '2026-03-05'), planned(2, '2026-03-05')]
  const clashesOf = clashesAmong([first, second, planned(3, '2026-03-06'), planned(4, '2026-03-05', { company_id: 2 })])
  expect([...clashesOf(first)]).toEqual([
    { kind: 'company', name: 'Север', release_id: 2, title: 'Релиз 2', day: '2026-03-05' },
  ])
})

test('two releases with the same module in one week clash, at any companies', () => {
  const modules = [warehouse]
  const monday = planned(1, '2026-03-02', { modules })
  const sunday = planned(2, '2026-03-08', { modules, company_id: 2 })
  const next = planned(3, '2026-03-09', { modules })
  const clashesOf = clashesAmong([monday, sunday, next])
  expect([...clashesOf(monday)]).toEqual([
    { kind: 'module', name: 'Склад', release_id: 2, title: 'Релиз 2', day: '2026-03-08' },
  ])
  expect([...clashesOf(next)]).toEqual([])
})

test('a release does not clash with itself at its other companies, and another is listed once', () => {
  const modules = [warehouse]
  const own = [planned(1, '2026-03-04', { modules }), planned(1, '2026-03-05', { modules, company_id: 2 })]
  const other = [
    planned(2, '2026-03-06', { modules, company_id: 3 }),
    planned(2, '2026-03-03', { modules, company_id: 4 }),
  ]
  expect([...clashesAmong(own)(own[0]!)]).toEqual([])
  expect([...clashesOfAll(own, clashesAmong([...own, ...other]))]).toEqual([
    { kind: 'module', name: 'Склад', release_id: 2, title: 'Релиз 2', day: '2026-03-03' },
  ])
})

test('clashes are found by the company’s day', () => {
  const [first, second] = [planned(1, '2026-03-05'), planned(2, '2026-03-05', { company_day: '2026-03-06' })]
  expect([...clashesAmong([first, second])(first)]).toEqual([])
  expect([...clashesAmong([first, second])({ ...first, company_day: '2026-03-06' })]).toHaveLength(1)
})

test('clashes as sentences', () => {
  const clash = { release_id: 1, name: 'Склад', title: '2026.05', day: '2026-05-04' }
  expect(clashInWords({ kind: 'company', ...clash })).toBe(
    '04.05.2026 у компании Склад уже стоит установка релиза 2026.05',
  )
  expect(clashInWords({ kind: 'module', ...clash })).toContain('тот же модуль «Склад»')
})
