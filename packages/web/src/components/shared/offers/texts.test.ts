import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offeredInWords } from './texts.ts'

// A day of another year than the current one would be shown with it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T09:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const zoned = { zone: 'America/New_York', company_zone: null }

test('shows the offered date by the reader’s clock, even if that is another day', () => {
  expect(offeredInWords({ releaseDate: '2026-03-24', releaseTime: null }, zoned)).toBe('предложена дата 24.03')
  expect(offeredInWords({ releaseDate: '2026-03-24', releaseTime: '22:00' }, zoned)).toBe('предложена дата 25.03')
})
