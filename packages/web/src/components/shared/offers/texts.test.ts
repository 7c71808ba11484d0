import { expect, test } from 'vitest'
import { offeredInWords } from './texts.ts'

test('shows the offered date', () => {
  expect(offeredInWords({ releaseDate: '2026-03-24' })).toBe('предложена дата 24.03')
})
