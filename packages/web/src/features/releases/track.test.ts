import type { releases } from '@vypusk/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { trackOf } from './track.ts'

// A day of another year than the current one would be shown with it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T09:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const kinds = ['planning', 'work', 'work', 'published', 'closed'] as const
const steps = kinds.map((kind, id) => ({ id, name_step: `Этап ${id}`, order: id, kind }))
const stay = (step: number, days: number, at = '2026-11-14T09:00:00.000Z'): releases.StepStay => ({
  id: step,
  step: steps[step] ?? steps[0]!,
  at,
  left_at: null,
  days,
  user: { id: 1, name: 'Анна' },
  comment: null,
})

it('adds up repeated stays on a step, counts the current one from its last start, and shows the plan', () => {
  const release = {
    step: steps[1]!,
    plan_date: '2026-12-22',
    published_at: null,
    steps_history: [stay(0, 12), stay(1, 5), stay(2, 1), stay(1, 6)],
  }
  expect(trackOf(steps, release).map(({ state, note }) => [state, note])).toEqual([
    ['done', '12 дней'],
    ['current', 'с 14.11, 11 дней'],
    ['ahead', '1 день'],
    ['ahead', 'план 22.12.2026'],
    ['ahead', ''],
  ])
})

it('does not show a release that was closed without being published as published', () => {
  const release = {
    step: steps[4]!,
    plan_date: '2026-12-22',
    published_at: null,
    steps_history: [stay(0, 12), stay(4, 0)],
  }
  expect(trackOf(steps, release).map(({ state, note }) => [state, note])).toEqual([
    ['done', '12 дней'],
    ['done', ''],
    ['done', ''],
    ['ahead', ''],
    ['current', 'с 14.11'],
  ])
})

it('names the year of a step that the release has been on since another year', () => {
  const release = {
    step: steps[4]!,
    plan_date: '2023-04-25',
    published_at: '2023-04-25T09:00:00.000Z',
    steps_history: [stay(4, 1276, '2023-05-31T09:00:00.000Z')],
  }
  expect(trackOf(steps, release)[4]?.note).toBe('с 31.05.2023, 1\u00A0276 дней')
})
