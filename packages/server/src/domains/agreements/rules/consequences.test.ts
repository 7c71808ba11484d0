import { expect, test } from 'vitest'
import { changesOfRelease, changes, consequenceOf, heardOf, isWithdrawal, type Change } from './consequences.ts'

/** The table of docs/decisions/0059: consequences for the states unheard, heard and agreed. */
const promised: Record<Change, [string, string, string]> = {
  release_deleted: ['gone', 'withdrawn', 'withdrawn'],
  agreement_deleted: ['gone', 'withdrawn', 'withdrawn'],
  brought_back: ['not_asked', 'not_asked', 'not_asked'],
  company_off: ['gone', 'withdrawn', 'withdrawn'],
  company_listed: ['left_out', 'withdrawn', 'withdrawn'],
  company_hidden: ['gone', 'withdrawn', 'withdrawn'],
  company_on: ['not_asked', 'not_asked', 'not_asked'],
  withdrawn_by_hand: ['nothing', 'withdrawn', 'withdrawn'],
  release_hidden: ['nothing', 'offered', 'offered'],
  date_moved: ['nothing', 'moved', 'moved'],
  plan_date_passed: ['nothing', 'marked', 'marked'],
  date_passed: ['nothing', 'unanswerable', 'nothing'],
  nobody_left: ['nothing', 'marked', 'nothing'],
  day_closed: ['shown', 'shown', 'shown'],
  release_closed: ['nothing', 'called_off', 'called_off'],
  release_reopened: ['nothing', 'resumed', 'resumed'],
}

const states = ['unheard', 'heard', 'agreed'] as const

test.each(changes)('%s has the documented consequences', (change) => {
  expect(states.map((heard) => consequenceOf(change, heard, false))).toEqual(promised[change])
})

test('once a company has the release, nothing is withdrawn automatically', () => {
  const byHand = new Set<Change>(['agreement_deleted', 'withdrawn_by_hand'])
  const byThemselves = changes.filter((change) => !byHand.has(change))
  const all = byThemselves.flatMap((change) => states.map((heard) => consequenceOf(change, heard, true)))
  const ending = new Set(['withdrawn', 'gone', 'not_asked', 'called_off', 'resumed'])
  expect(all.filter((one) => ending.has(one))).toEqual([])
  expect(consequenceOf('agreement_deleted', 'heard', true)).toBe('withdrawn')
})

test('a moved date counts as heard although its status is 0', () => {
  const heard_at = '2026-03-05T06:30:00.000Z'
  expect(heardOf({ by_rivc: false, by_client: false, heard_at: null })).toBe('unheard')
  expect(heardOf({ by_rivc: false, by_client: false, heard_at })).toBe('heard')
  expect(heardOf({ by_rivc: true, by_client: false, heard_at })).toBe('heard')
  expect(heardOf({ by_rivc: true, by_client: true, heard_at })).toBe('agreed')
  // A row from before the column existed.
  expect(heardOf({ by_rivc: true, by_client: false, heard_at: null })).toBe('heard')
})

test('a restored agreement is a withdrawal only if somebody was asked before', () => {
  expect(isWithdrawal('not_asked', 'unheard')).toBe(false)
  expect(isWithdrawal('not_asked', 'agreed')).toBe(true)
  expect(isWithdrawal('gone', 'unheard')).toBe(false)
})

const release = {
  companies: [1, 2, 3],
  notPublishingList: [3],
  is_visible_for_client: true,
  plan_date: '2026-03-20',
  is_closed: false,
}

test('a changed release lists its changes by company', () => {
  expect(changesOfRelease(release, null)).toEqual([{ change: 'release_deleted', companies: 'all' }])
  expect(changesOfRelease(null, release)).toEqual([{ change: 'brought_back', companies: 'all' }])
  expect(changesOfRelease(release, release)).toEqual([])
  const after = { ...release, companies: [1, 4], notPublishingList: [1], is_visible_for_client: false }
  expect(changesOfRelease(release, { ...after, plan_date: '2026-03-21' })).toEqual([
    // Company 3 leaves together with its entry on the list: it is `off`, and not `on` as well.
    { change: 'company_off', companies: [2, 3] },
    { change: 'company_listed', companies: [1] },
    { change: 'company_on', companies: [4] },
    { change: 'release_hidden', companies: 'all' },
    { change: 'plan_date_passed', companies: 'all' },
  ])
  const closed = { ...release, is_closed: true }
  expect(changesOfRelease(release, closed)).toEqual([{ change: 'release_closed', companies: 'all' }])
  expect(changesOfRelease(closed, release)).toEqual([{ change: 'release_reopened', companies: 'all' }])
  expect(changesOfRelease(release, { ...release, notPublishingList: [] })).toEqual([
    { change: 'company_on', companies: [3] },
  ])
})
