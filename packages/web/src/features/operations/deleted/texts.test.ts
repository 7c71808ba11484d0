import { expect, it } from 'vitest'
import { restoredInWords } from './texts.ts'

it('shows which requests a restored release has lost', () => {
  expect(restoredInWords('release', [])).toBe('Релиз возвращён')
  expect(restoredInWords('release', [12, 15])).toBe('Релиз возвращён без заявок 12, 15: они уже в других релизах')
})
