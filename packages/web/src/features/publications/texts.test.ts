import { expect, it } from 'vitest'
import { waitedFor } from '../../testing/releases.ts'
import { fullNames } from '../../components/shared/marks/full-names.ts'
import { lacksOf } from './texts.ts'

it('names what companies lack in one sentence', () => {
  const reasons = ['Дата не отправлена клиенту', 'Есть замечание']
  const waiting = ['АО «Порт»', 'ООО &quot;Маяк&quot;'].map((namecomp, at) => waitedFor(at + 1, { namecomp, reasons }))
  const readiness = { ready: false, called_off: false, agreed: 0, expected: 2, waiting, warned: [], unnamed: [] }
  expect(lacksOf(readiness, fullNames(waiting))).toEqual([
    ['Дата не отправлена клиенту, есть замечание', ['АО «Порт»', 'ООО "Маяк"']],
  ])
})
