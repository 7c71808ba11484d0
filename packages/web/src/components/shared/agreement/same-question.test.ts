import { expect, test } from 'vitest'
import { isSameQuestion } from './same-question.ts'

const shown = {
  status: 1,
  releaseDate: '2027-12-24',
  releaseTime: '22:00',
  by_client: false,
  offer: null,
  scope: { sha256: 'a'.repeat(64), format: 1, description: '', terms: '', modules: [], requests: [] },
} satisfies Parameters<typeof isSameQuestion>[0]

test('a remark does not change the question being answered', () => {
  expect(isSameQuestion(shown, { ...shown })).toBe(true)
})

test.each([
  { releaseDate: '2027-12-25' },
  { releaseTime: null },
  { status: 0 },
  { by_client: true },
  { scope: { ...shown.scope, sha256: 'b'.repeat(64) } },
] as const)('another question is not answered unseen: %j', (change) => {
  expect(isSameQuestion(shown, { ...shown, ...change })).toBe(false)
})
