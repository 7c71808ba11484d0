import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { releaseRow, steps } from '../../../testing/releases.ts'
import { staffColumns } from './columns.tsx'

afterEach(() => vi.useRealTimers())

it('marks what has become late while the list was open', () => {
  const itIs = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T09:00:00Z`) })
  itIs('2027-12-24')
  const plan = staffColumns(steps).find(({ id }) => id === 'plan_date')
  const shown = () => render(plan?.cell(releaseRow(5))).container.textContent
  expect(shown()).not.toContain('▲')
  itIs('2027-12-25')
  expect(shown()).toContain('▲')
})

it('says that a release was closed before it was published to anybody', () => {
  const closed = steps.find(({ kind }) => kind === 'closed')!
  const step = staffColumns(steps).find(({ id }) => id === 'step')
  const shown = (published_at: string | null) =>
    render(step?.cell(releaseRow(5, { step: closed, published_at }))).container.textContent
  expect([shown(null), shown('2027-12-20T09:00:00.000Z')]).toEqual([
    `${closed.name_step} без публикации`,
    closed.name_step,
  ])
})
