import { expect, test } from 'vitest'
import { agreementQuery } from '../../api/agreements.ts'
import { concerns } from '../../api/changes.ts'
import { releaseQuery } from '../../api/releases.ts'
import { agreementsQuery, matrixQuery } from './api.ts'
import { calendarQuery } from './calendar/api.ts'

/** What ends a question is shown at once in other browsers. */

const queries = {
  'the list': agreementsQuery({}),
  'the matrix': matrixQuery({}),
  'the calendar': calendarQuery({ date_from: '2026-03-01', date_to: '2026-03-31' }),
  'the page': agreementQuery(1),
  'the release': releaseQuery(1),
}
const ends = ['agreement', 'release', 'publication', 'release_step'] as const

test.each(Object.entries(queries))('%s is asked again when a question may have ended', (_, { queryKey, meta }) => {
  expect(ends.filter((entity) => !concerns(new Set([entity]))({ queryKey, meta }))).toEqual([])
  expect(concerns(new Set(['webhook']))({ queryKey, meta })).toBe(false)
})
