import { expect, it } from 'vitest'
import { lacksOf } from './texts.ts'

it('names what companies lack in one sentence', () => {
  const company = {
    status: 0,
    agreement_id: null,
    releaseDate: null,
    releaseTime: null,
    date_passed: false,
    sent_at: null,
    trials: null,
  } as const
  const reasons = ['Дата не отправлена клиенту', 'Есть замечание']
  const waiting = ['АО «Порт»', 'ООО &quot;Маяк&quot;'].map((namecomp, at) => ({
    ...company,
    idcomp: at + 1,
    namecomp,
    reasons,
    open_remarks: { blocking: 0, other: 0, unanswered: 0 },
    blockers: [],
  }))
  const readiness = { ready: false, called_off: false, agreed: 0, expected: 2, waiting, warned: [], unnamed: [] }
  expect(lacksOf(readiness)).toEqual([['Дата не отправлена клиенту, есть замечание', ['АО «Порт»', 'ООО "Маяк"']]])
})
