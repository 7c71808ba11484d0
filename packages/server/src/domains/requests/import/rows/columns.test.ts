import { expect, test } from 'vitest'
import { requests } from '@vypusk/contract'
import { mapColumns } from './columns.ts'

/** Which column of a file is taken for which field. */

const { priority, backlog_priority } = requests.fieldTitles
const file = ['Номер', 'Название']

test.each([
  ['the product’s own workbook, in whatever order', [...file, backlog_priority, priority], priority],
  ['another system’s', [...file, 'Приоритет'], 'Приоритет'],
  ['another system’s in English', [...file, 'Priority'], 'Priority'],
])('the client’s priority is read from the column of %s', (_, header, expected) => {
  expect(mapColumns(header, {}).priority).toBe(expected)
})
