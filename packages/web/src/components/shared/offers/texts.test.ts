import { expect, test } from 'vitest'
import { offeredInWords } from './texts.ts'

test('an offered date is named', () => {
  expect(offeredInWords({ releaseDate: '2026-03-24' })).toBe('предложена дата 24.03')
})
