import { describe, expect, test } from 'vitest'
import { changeOf, changesDates, formerDates, outdated, remaining, tried, withChange, withRequest } from './changes.ts'

const row = { id: 7, start_date: '2026-03-02', plan_date: '2026-03-31', version: 3 }
const other = { ...row, id: 8 }

describe('unsaved changes', () => {
  test('keep the version they are based on', () => {
    expect(withChange([], row, { plan_date: '2026-04-07' })).toEqual([
      {
        release_id: 7,
        start_date: '2026-03-02',
        plan_date: '2026-04-07',
        requests: [],
        shift_agreements: false,
        version: 3,
      },
    ])
  })

  test('disappear when they restore the present state', () => {
    const moved = withChange([], row, { plan_date: '2026-04-07' })
    expect(withChange(moved, row, { plan_date: '2026-03-31' })).toEqual([])
  })

  test('do not let a release end before it starts', () => {
    expect(withChange([], row, { plan_date: '2026-03-01' })).toEqual([])
  })

  test('contain a request in only one release', () => {
    const first = withRequest([], row, 55)
    const moved = withRequest(first, other, 55)
    expect(changeOf(moved, 8)?.requests).toEqual([55])
    expect(changeOf(moved, 7)?.requests ?? []).toEqual([])
  })

  test('show the release with the dates being tried', () => {
    expect(tried(row, withChange([], row, { start_date: '2026-03-09' })).start_date).toBe('2026-03-09')
    expect(tried(other, [])).toEqual(other)
  })

  test('move no release that is no longer in progress', () => {
    const [moved] = withChange([], row, { plan_date: '2026-04-07' })
    expect(moved && changesDates(moved, [row])).toBe(true)
    expect(moved && changesDates(moved, [other])).toBe(false)
  })

  test('are outdated when the release has changed or disappeared', () => {
    const changes = withChange([], row, { plan_date: '2026-04-07' })
    expect(outdated(changes, [row])).toEqual([])
    expect(outdated(changes, [{ ...row, version: 4 }])).toHaveLength(1)
    expect(outdated(changes, [])).toHaveLength(1)
  })
})

test('undoing a save restores the former dates, based on the new versions', () => {
  const changes = withRequest(withChange([], row, { plan_date: '2026-04-07' }), other, 55)
  const saved = [
    { release_id: 7, version: 4 },
    { release_id: 8, version: 9 },
  ]
  expect(formerDates(changes, [row, other], saved)).toEqual([
    {
      release_id: 7,
      start_date: '2026-03-02',
      plan_date: '2026-03-31',
      requests: [],
      shift_agreements: false,
      version: 4,
    },
  ])
})

describe('what remains after a save', () => {
  const sent = withRequest(withChange([], row, { plan_date: '2026-04-07' }), row, 55)
  const saved = [{ release_id: 7, version: 4 }]

  test('is nothing that was sent', () => {
    expect(remaining(sent, sent, saved)).toEqual([])
  })

  test('is a change of another release as it is', () => {
    const later = withChange(sent, other, { plan_date: '2026-04-09' })
    expect(remaining(later, sent, saved)).toEqual([changeOf(later, 8)])
  })

  test('is a further change of the same release, based on what was saved', () => {
    const later = withRequest(withChange(sent, row, { plan_date: '2026-04-09' }), row, 56)
    expect(remaining(later, sent, saved)).toMatchObject([{ plan_date: '2026-04-09', requests: [56], version: 4 }])
  })

  test('is not a request that was taken back too late', () => {
    const later = withChange(sent, row, { requests: [] })
    expect(remaining(later, sent, saved)).toEqual([])
  })
})
