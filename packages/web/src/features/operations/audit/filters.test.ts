import { emptyValues } from '../../../components/kit/list-state/codecs.ts'
import { expect, it } from 'vitest'
import { queryOf, schema } from './filters.ts'

it('sends the names of the kinds, and leaves out unknown ones', () => {
  const values = { ...emptyValues(schema), kinds: [2, 6, 99], search_string: 'отчёт' }
  expect(queryOf(values)).toEqual({ search_string: 'отчёт', user_ids: [], entities: ['release', 'session'] })
})
