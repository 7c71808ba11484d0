import { agreements, calendar } from '@vypusk/contract'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-10T12:30:00Z') })
  server.keepSilentOtherwise()
  server.answer(agreements.getFilters, { releases: [], companies: [], statuses: [] })
  server.answer(calendar.show, { items: [], days: [], warnings: [] })
})
afterEach(() => vi.useRealTimers())

it.each([
  ['Europe/Moscow', '2027-03-10'],
  ['Asia/Kamchatka', '2027-03-11'],
])('marks the day of the zone that the session names, %s', async (zone, day) => {
  await open('/agreements/calendar?view=month', { ...manager, zone })
  await waitFor(() => {
    expect(document.querySelector('time[aria-current=date]')?.getAttribute('datetime')).toBe(day)
  })
})
