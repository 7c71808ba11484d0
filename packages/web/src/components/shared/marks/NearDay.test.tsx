import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteZone } from '../../../ui/zone.ts'
import { Theme } from '../../../ui/theme/Theme.tsx'
import { CardList } from '../../kit/data-table/CardList.tsx'
import type { DataColumn } from '../../kit/data-table/types.ts'
import { NearDay } from './NearDay.tsx'

/** Screens are left open overnight. */

interface Row {
  id: number
  due: string
}

const columns: DataColumn<Row>[] = [
  { id: 'due', title: 'Ответить до', width: 100, phone: 'line', cell: ({ due }) => <NearDay day={due} /> },
]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date('2026-03-10T23:59:50') })
})
afterEach(() => vi.useRealTimers())

it('says «сегодня» of a day that was tomorrow when it was drawn', () => {
  const { container } = render(<NearDay day="2026-03-11" />)
  expect(container.textContent).toBe('11.03.2026 завтра')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(container.textContent).toBe('11.03.2026 сегодня')
})

it.each([
  ['its own clock', 'Asia/Kamchatka', '2026-03-10T11:59:50Z'],
  ['the installation’s clock', undefined, '2026-03-10T20:59:50Z'],
])('says so at the midnight of %s', (_, by, now) => {
  vi.setSystemTime(now)
  noteZone('Europe/Moscow')
  const { container } = render(<NearDay day="2026-03-11" by={by} />)
  expect(container.textContent).toBe('11.03.2026 завтра')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(container.textContent).toBe('11.03.2026 сегодня')
})

it('says so in a list whose rows have not changed', () => {
  const rows = [{ id: 1, due: '2026-03-11' }]
  const { container } = render(
    <Theme isStill>
      <CardList rows={rows} columns={columns} onOpen={() => undefined} label="Замечания" />
    </Theme>,
  )
  expect(container.textContent).toContain('завтра')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(container.textContent).toContain('сегодня')
  expect(vi.getTimerCount()).toBe(1)
})
