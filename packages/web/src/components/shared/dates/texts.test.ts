import { expect, it } from 'vitest'
import { warningsOf } from './texts.ts'

const day = (minutes: number, name = '') => ({ day: '2026-03-05', minutes, name })

const against = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'closed', idcomp: null, text: `Закрыто ${index}` }) as const)

it('shows all objections to a day, and nothing else', () => {
  const nothing = { objections: [] }
  expect(warningsOf({ day: day(480), ...nothing })).toEqual([])
  expect(warningsOf({ day: day(420), ...nothing })).toEqual(['05.03.2026 – сокращённый рабочий день'])
  expect(warningsOf({ day: day(480), objections: against(2) })).toEqual(['Закрыто 0', 'Закрыто 1'])
})

it('shortens a long list of them', () => {
  const warnings = warningsOf({ day: day(480), objections: against(8) })
  expect(warnings).toHaveLength(7)
  expect(warnings.at(-1)).toBe('и ещё 2 возражения')
})
