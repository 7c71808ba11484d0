import { describe, expect, it } from 'vitest'
import { choice, day, ids, readValues, sameValues, text, writeValues } from './codecs.ts'
import { parseSearch, stringifySearch } from './search.ts'

const schema = {
  status_ids: ids(),
  urgs: ids(1, 4),
  search_string: text(),
  date_from: day(),
  view: choice('table', 'board'),
}

describe('filters in the address', () => {
  it('reads back what it has written', () => {
    const values = {
      status_ids: [1, 2],
      urgs: [4],
      search_string: 'счёт & акт, №5',
      date_from: '2026-03-05',
      view: 'board' as const,
    }
    const address = stringifySearch(writeValues(schema, values))
    expect(address).toContain('status_ids=1,2')
    expect(readValues(schema, parseSearch(address))).toEqual(values)
  })

  it('treats nonsense as missing', () => {
    const nothing = { status_ids: [1], urgs: [1], search_string: '', date_from: null, view: 'table' }
    const search = parseSearch('?status_ids=1,x,-2,1&urgs=0,1,5&date_from=05.03.2026&view=wall')
    expect(readValues(schema, search)).toEqual(nothing)
    for (const date_from of ['2026-02-31', '0206-03-02', '9999-12-31', '2101-01-01']) {
      expect(readValues(schema, { ...search, date_from })).toEqual(nothing)
    }
  })

  it('limits the search text to what a list accepts', () => {
    expect(readValues(schema, { search_string: 'я'.repeat(600) }).search_string).toHaveLength(200)
  })

  it('leaves empty values out', () => {
    expect(stringifySearch(writeValues(schema, { status_ids: [], search_string: '', view: 'table' }))).toBe('')
  })

  it('compares sets whatever the order of ids', () => {
    expect(sameValues(schema, { status_ids: [2, 1] }, { status_ids: [1, 2], search_string: '' })).toBe(true)
    expect(sameValues(schema, { status_ids: [2] }, { status_ids: [1, 2] })).toBe(false)
  })
})
