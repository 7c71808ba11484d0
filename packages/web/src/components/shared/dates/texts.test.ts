import { expect, it } from 'vitest'
import { warningsOf } from './texts.ts'

const day = (minutes: number, name = '') => ({ day: '2026-03-05', minutes, name })

/** A day about which the calendar says nothing. */
const checked = { day: day(480), objections: [], warnings: [] }

const against = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'closed', idcomp: null, text: `Закрыто ${index}` }) as const)

it('shows all objections to a day, and nothing else', () => {
  expect(warningsOf(checked)).toEqual([])
  expect(warningsOf({ ...checked, day: day(420) })).toEqual(['05.03.2026 – сокращённый рабочий день'])
  expect(warningsOf({ ...checked, objections: against(2) })).toEqual(['Закрыто 0', 'Закрыто 1'])
})

it('says first what the calendar leaves out', () => {
  const warnings = ['Производственный календарь на 2030 год не заполнен: праздники считаются рабочими днями']
  expect(warningsOf({ ...checked, objections: against(1), warnings })).toEqual([...warnings, 'Закрыто 0'])
})

it('does without what a server of the release before does not say', () => {
  expect(warningsOf({ day: day(480), objections: against(1) })).toEqual(['Закрыто 0'])
})

it('shortens a long list of them', () => {
  const warnings = warningsOf({ ...checked, objections: against(8) })
  expect(warnings).toHaveLength(7)
  expect(warnings.at(-1)).toBe('и ещё 2 возражения')
})
