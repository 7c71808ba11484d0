import { expect, test } from 'vitest'
import { readEstimate, unitOf, type Unit } from './estimates.ts'

test.each<[string, Unit, number | string]>([
  ['3', 'hours', 180],
  ['2.5', 'hours', 150],
  ['2,5', 'hours', 150],
  ['1 000', 'hours', 60_000],
  ['01:30', 'hours', 90],
  ['01:30', 'seconds', 90],
  ['100:00', 'hours', 6000],
  ['0', 'hours', 0],
  ['10000', 'hours', 600_000],
  ['9000', 'seconds', 150],
  ['150', 'minutes', 150],
  ['1w 2d 3h', 'hours', 3540],
  ['2 ч 30 мин', 'hours', 150],
  ['1н 1д', 'minutes', 2880],
  ['1.5h', 'minutes', 90],
  ['PT8H', 'minutes', 480],
  ['P1DT2H', 'minutes', 600],
  ['08', 'hours', 480],
  ['.5', 'hours', 30],
  ['0x10', 'hours', 'часы «0x10»: нужно число или ЧЧ:ММ'],
  ['1e3', 'hours', 'часы «1e3»: нужно число или ЧЧ:ММ'],
  ['Infinity', 'hours', 'часы «Infinity»: нужно число или ЧЧ:ММ'],
  ['три', 'hours', 'часы «три»: нужно число или ЧЧ:ММ'],
  ['5 яблок', 'hours', 'часы «5 яблок»: нужно число или ЧЧ:ММ'],
  ['1:75', 'hours', 'часы «1:75»: нужно число или ЧЧ:ММ'],
  ['10001', 'hours', 'часы «10001»: от 0 до 10000'],
  // A mark that turns the writing round, as Windows puts before what is copied.
  ['\u200f1,5\u200b', 'hours', 90],
  ['-1', 'hours', 'часы «-1»: от 0 до 10000'],
])('«%s» in %s', (cell, unit, expected) => expect(readEstimate(cell, unit)).toEqual(expected))

test.each<[string, string | null, Unit]>([
  ['Original Estimate', 'Jira', 'seconds'],
  ['Первоначальная оценка', 'Jira', 'seconds'],
  ['Estimated time', 'Redmine', 'hours'],
  ['Оценка временных затрат', 'Redmine', 'hours'],
  ['Estimation', 'YouTrack', 'minutes'],
  ['Часы', null, 'hours'],
])('the unit of «%s» of %s', (header, kind, unit) => expect(unitOf(header, kind)).toBe(unit))
