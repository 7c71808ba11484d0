import { expect, test } from 'vitest'
import type { releases } from '@vypusk/contract'
import { groupsOf, idsSettledBy, KINDS, noteOf, settlingOf, verbOf } from './blockers.ts'

const company = (idcomp: number, ...kinds: releases.BlockerKind[]): releases.WaitedFor => ({
  idcomp,
  namecomp: `К${idcomp}`,
  status: 1,
  agreement_id: idcomp,
  releaseDate: '2026-12-21',
  releaseTime: '22:00',
  date_passed: false,
  sent_at: '2026-12-02T09:00:00.000Z',
  trials: null,
  open_remarks: { blocking: 0, other: 0, unanswered: 0 },
  reasons: [],
  blockers: kinds.map((kind) => ({ kind, reason: kind, id: idcomp, holds: kind !== 'freeze' })),
})
/** The reader is in the same zone. */
const zoned = { zone: 'UTC', company_zone: null }
const readiness = { ready: false, called_off: false, agreed: 0, expected: 3, unnamed: [] }

test('lists a company under each reason, those of the provider first', () => {
  const groups = groupsOf({
    ...readiness,
    waiting: [company(1, 'waiting', 'test', 'remark'), company(2, 'waiting')],
    warned: [company(3, 'freeze')],
  })
  expect(groups.map(({ kind, obstacles }) => [kind, obstacles.map((each) => each.company.idcomp)])).toEqual([
    ['remark', [1]],
    ['test', [1]],
    ['freeze', [3]],
    ['waiting', [1, 2]],
  ])
})

test('gives each kind its button', () => {
  const verbs = KINDS.map((kind) => {
    const [group] = groupsOf({ ...readiness, waiting: [company(1, kind)], warned: [] })
    return group?.obstacles.map(verbOf).join(', ')
  })
  expect(verbs).toEqual([
    'Ответить',
    'Открыть замечание',
    'Разобрать состав',
    'Выбрать другую дату',
    'Добавить получателя',
    'Запросить другую дату',
    'Отправить дату',
    'Уже на тестовом',
    'Выбрать другую дату',
    'Напомнить',
  ])
})

test('reminds and sends only where that is possible', () => {
  const unsent = { ...company(4, 'not_asked'), status: 0 as const }
  const waiting = [
    company(1, 'waiting', 'test'),
    company(2, 'waiting', 'nobody'),
    company(3, 'offer', 'remark'),
    unsent,
  ]
  const all = { ...readiness, waiting, warned: [] }
  expect([idsSettledBy('remind', all), idsSettledBy('send', all)]).toEqual([[1], [4]])
})

test('shows the progress of trying beside the date', () => {
  const blocker = { kind: 'test', reason: '', id: 1, holds: true } as const
  const tried = { ...company(1), trials: { tried: 3, failing: 1, total: 5 } }
  expect(noteOf({ company: tried, blocker }, zoned)).toBe('21.12.2026 22:00 UTC · проверено 3 из 5, не работает 1')
})

test('distinguishes remarks that block publication from the others', () => {
  const blocker = { kind: 'remark', reason: '', id: 1, holds: true } as const
  const remarked = { ...company(1), open_remarks: { blocking: 2, other: 1, unanswered: 0 } }
  expect(noteOf({ company: remarked, blocker }, zoned)).toBe(
    '21.12.2026 22:00 UTC · 2 замечания держат публикацию, 1 замечание не держит',
  )
})

test('a company without a date has to get one first', () => {
  const blocker = { kind: 'not_asked', reason: '', id: null, holds: true } as const
  const unasked = { company: { ...company(1), agreement_id: null, releaseDate: null }, blocker }
  expect([settlingOf(unasked), noteOf(unasked, undefined)]).toEqual(['ask', 'согласования нет'])
  const undated = { company: { ...company(1), releaseDate: null }, blocker }
  expect([settlingOf(undated), verbOf(undated), noteOf(undated, zoned)]).toEqual(['open', 'Указать дату', 'даты нет'])
})

test('a date that has passed unsent has to be replaced first', () => {
  const late = { ...company(1, 'not_asked'), status: 0 as const, date_passed: true }
  const [obstacle] = groupsOf({ ...readiness, waiting: [late], warned: [] }).flatMap(({ obstacles }) => obstacles)
  if (!obstacle) throw new Error('nobody holds the release')
  expect([settlingOf(obstacle), verbOf(obstacle)]).toEqual(['open', 'Указать дату'])
  expect(noteOf(obstacle, zoned)).toBe('21.12.2026 22:00 UTC · дата прошла')
  expect(idsSettledBy('send', { ...readiness, waiting: [late], warned: [] })).toEqual([])
})

test('shows a date by the reader’s clock, even if that is another day', () => {
  const blocker = { kind: 'waiting', reason: '', id: 1, holds: true } as const
  const there = { zone: 'America/New_York', company_zone: 'Asia/Vladivostok' }
  expect(noteOf({ company: company(1), blocker }, there)).toBe('22.12.2026 03:00 UTC · отправлено 02.12.2026')
})
