import { expect, test } from 'vitest'
import { failureInWords, progressOf, trialStateOf, verdictInWords } from './trials.ts'

const works = { verdict: 'works', build: '5.8.2' } as const
const fails = { verdict: 'fails', build: '5.8.2' } as const

test.each([
  ['nobody has reported anything', [], '5.8.2', 'untried'],
  ['it works', [works], '5.8.2', 'works'],
  ['it worked in an earlier build', [works], '5.8.3', 'worked'],
  ['it fails', [fails], '5.8.2', 'fails'],
  ['it failed in an earlier build', [fails], '5.8.3', 'again'],
  ['a colleague reported later that it fails', [fails, works], '5.8.2', 'fails'],
  ['a colleague reported later that it works', [works, fails], '5.8.2', 'works'],
  ['no build was ever named', [{ ...fails, build: '' }], '', 'fails'],
] as const)('the state of a request when %s', (_, results, build, standing) => {
  expect(trialStateOf(results, build)).toBe(standing)
})

test('requests removed from the release are not counted', () => {
  const requests = (['works', 'worked', 'fails', 'again', 'untried'] as const).map((standing) => ({
    standing,
    in_release: true,
  }))
  expect(progressOf([...requests, { standing: 'works', in_release: false }])).toEqual({
    tried: 2,
    failing: 2,
    total: 5,
  })
})

test('history and remark name the request and the build', () => {
  const report = { request_id: 7, e_title: 'Печать', comment: 'Пустая страница' }
  expect(verdictInWords({ ...report, verdict: 'works' }, '')).toBe('Заявка 7 «Печать»: проверено')
  expect(failureInWords(report, '5.8.2')).toBe('Заявка 7 «Печать»: не работает, сборка 5.8.2. Пустая страница')
})
