import { expect, test } from 'vitest'
import type { trials } from '@vypusk/contract'
import { progressInWords, earlierInWords, stateInWords } from './texts.ts'

const result = (verdict: trials.Verdict, build: string): trials.Result => ({
  id: 1,
  verdict,
  build,
  comment: '',
  files: [],
  on_behalf: true,
  thread_id: null,
  user: { id: 2, name: 'И. Петров' },
  at: '2026-03-12T11:20:00.000Z',
})

test('the progress mentions failures only when there are some', () => {
  expect(progressInWords({ tried: 3, failing: 0, total: 5 })).toBe('Проверено 3 из 5')
  expect(progressInWords({ tried: 3, failing: 1, total: 5 })).toBe('Проверено 3 из 5, не работает 1')
})

test.each([
  ['untried', [], 'не проверяли'],
  ['works', [result('works', '5.8.2')], 'проверено на сборке 5.8.2'],
  ['worked', [result('works', '5.8.1')], 'проверено на сборке 5.8.1'],
  ['fails', [result('fails', '')], 'не работает'],
  ['again', [result('fails', '5.8.1')], 'не работало на сборке 5.8.1, проверьте снова'],
] as const)('a request that is %s says so with its build', (standing, results, words) => {
  expect(stateInWords({ request_id: 1, e_title: '', in_release: true, standing, results: [...results] })).toBe(words)
})

test('earlier results show their verdict and build', () => {
  expect(earlierInWords(result('fails', '5.8.1'))).toMatch(
    /^Не работает, сборка 5.8.1, И. Петров, за клиента, 12.03.2026/,
  )
})
