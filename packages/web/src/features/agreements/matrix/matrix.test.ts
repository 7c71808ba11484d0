import { expect, test } from 'vitest'
import { matrixCell } from '../../../testing/agreements.ts'
import { isQuiet, matrixInWords, sizeInWords } from './matrix.ts'

const now = '2026-03-20'
const offer = { id: 1, releaseDate: '2026-03-24', releaseTime: null }

test('describes in words who is waited for', () => {
  const cells = [
    matrixCell({ status: 1, waiting_days: 1 }),
    matrixCell({ status: 1, waiting_days: 8, remark: 'Нет', open_remarks: { blocking: 1, other: 0, unanswered: 0 } }),
    matrixCell({ status: 2, open_remarks: { blocking: 0, other: 2, unanswered: 0 } }),
    matrixCell({ status: -1 }),
    matrixCell({ status: 1, offer }),
  ]
  const words = '2 ждут ответа, 1 дольше недели · 1 с предложенной датой · 1 с замечаниями, которые держат'
  expect(matrixInWords(cells)).toBe(words)
  expect(matrixInWords([])).toBe('0 ждут ответа')
})

test('only a distant release without an agreement is quiet', () => {
  expect(isQuiet({ status: 0, agreement_id: null }, '2026-06-20', now)).toBe(true)
  expect(isQuiet({ status: 0, agreement_id: null }, '2026-04-20', now)).toBe(false)
  expect(isQuiet({ status: 0, agreement_id: 7 }, '2026-06-20', now)).toBe(false)
  expect(isQuiet({ status: 1, agreement_id: 7 }, '2026-06-20', now)).toBe(false)
})

test('the size mentions what is left out', () => {
  expect(sizeInWords(1, 2, 1)).toBe('1 релиз × 2 компании')
  expect(sizeInWords(100, 40, 214)).toBe('100 релизов × 40 компаний · ближайшие из 214: уточните фильтры')
})
