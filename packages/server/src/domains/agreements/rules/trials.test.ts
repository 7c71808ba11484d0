import { expect, test } from 'vitest'
import { failureInWords, progressOf, trialStateOf, verdictInWords } from './trials.ts'

const works = { verdict: 'works', build: '5.8.2' } as const
const fails = { verdict: 'fails', build: '5.8.2' } as const

test.each([
  ['nobody has said anything', [], '5.8.2', 'untried'],
  ['it works', [works], '5.8.2', 'works'],
  ['it worked in an earlier build', [works], '5.8.3', 'worked'],
  ['it fails', [fails], '5.8.2', 'fails'],
  ['it failed in an earlier build', [fails], '5.8.3', 'again'],
  ['a colleague said later that it fails', [fails, works], '5.8.2', 'fails'],
  ['a colleague said later that it works', [works, fails], '5.8.2', 'works'],
  ['no build was ever named', [{ ...fails, build: '' }], '', 'fails'],
] as const)('where a request stands when %s', (_, results, build, standing) => {
  expect(trialStateOf(results, build)).toBe(standing)
})

test('what was taken out of the release is not counted', () => {
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
  const said = { request_id: 7, e_title: 'Печать', comment: 'Пустая страница' }
  expect(verdictInWords({ ...said, verdict: 'works' }, '')).toBe('Заявка 7 «Печать»: проверено')
  expect(failureInWords(said, '5.8.2')).toBe('Заявка 7 «Печать»: не работает, сборка 5.8.2. Пустая страница')
})
