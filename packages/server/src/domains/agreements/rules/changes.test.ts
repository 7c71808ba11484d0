import { expect, test } from 'vitest'
import type { agreements } from '@vypusk/contract'
import {
  changesOf,
  differing,
  happened,
  needsReason,
  onceEach,
  statusOf,
  type AgreementFields,
  type OwnUpdate,
} from './changes.ts'

const NOW = '2026-03-06T06:30:00.000Z'
const fresh: AgreementFields = {
  id: 7,
  by_rivc: false,
  by_client: false,
  isPublishedOnTestEnv: false,
  recipients: [1, 2],
  recipientsExtra: ['it@example.ru'],
  releaseDate: '2026-03-20',
  releaseTime: '22:00',
  cancel_reason: '',
  sent_at: null,
  heard_at: null,
}
const sent = { ...fresh, by_rivc: true, sent_at: '2026-03-05T06:30:00.000Z' }
const agreed = { ...sent, by_client: true }
const move = (overrides: Partial<agreements.AgreementUpdate & { updateTarget: 4 }> = {}) =>
  ({ updateTarget: 4, releaseDate: '2026-03-21', releaseTime: '22:00', cancel_reason: '', ...overrides }) as const

test.each([
  [false, false, 0],
  [true, false, 1],
  [true, true, 2],
])('by_rivc %s, by_client %s is status %s', (by_rivc, by_client, status) => {
  expect(statusOf({ by_rivc, by_client })).toBe(status)
})

test.each([
  ['nobody approved', fresh, move(), false],
  ['staff approved', sent, move(), true],
  ['both approved', agreed, move(), true],
  ['a reason is given', agreed, move({ cancel_reason: 'Сдвиг тестирования' }), false],
  ['the same date and time', agreed, move({ releaseDate: '2026-03-20' }), false],
  ['the same date, another time', agreed, move({ releaseDate: '2026-03-20', releaseTime: '23:00' }), true],
  ['another target', agreed, { updateTarget: 0, remark: 'Нет' } as const, false],
])('a move when %s needs a reason: %#', (_, before, body, needed) => {
  expect(needsReason(before, body)).toBe(needed)
})

test('moving an approved date clears both approvals, moving a fresh one only moves', () => {
  expect(changesOf(agreed, move({ cancel_reason: 'Сдвиг' }), false, NOW)).toEqual({
    releaseDate: '2026-03-21',
    releaseTime: '22:00',
    cancel_reason: 'Сдвиг',
    by_rivc: false,
    by_client: false,
    sent_at: null,
  })
  expect(changesOf(fresh, move({ cancel_reason: 'Лишняя' }), false, NOW)).toEqual({
    releaseDate: '2026-03-21',
    releaseTime: '22:00',
  })
  expect(changesOf(agreed, move({ releaseDate: '2026-03-20', cancel_reason: 'Сдвиг' }), false, NOW)).toEqual({})
})

test.each([
  ['staff send', fresh, { updateTarget: 5, remark: '' }, false, 'agreement.sent'],
  ['the client approves', sent, { updateTarget: 5, remark: '' }, true, 'agreement.approved'],
  [
    'staff approve on behalf',
    sent,
    { updateTarget: 5, on_behalf: 'client', remark: 'Звонок' },
    true,
    'agreement.approved',
  ],
  ['an approved date moves', agreed, move({ cancel_reason: 'Сдвиг' }), false, 'agreement.moved'],
  ['a fresh date moves', fresh, move(), false, 'changed'],
  [
    'somebody is added while the client is asked',
    sent,
    { updateTarget: 2, recipients: [1, 3] },
    false,
    'agreement.sent',
  ],
  [
    'an address is added while the client is asked',
    sent,
    { updateTarget: 3, recipientsExtra: ['b@example.ru'] },
    false,
    'agreement.sent',
  ],
  ['somebody is only removed', sent, { updateTarget: 2, recipients: [1] }, false, 'changed'],
  ['somebody is added before sending', fresh, { updateTarget: 2, recipients: [1, 2, 3] }, false, 'changed'],
  ['somebody is added after the answer', agreed, { updateTarget: 2, recipients: [1, 2, 3] }, false, 'changed'],
] satisfies [string, AgreementFields, OwnUpdate, boolean, string][])(
  'returns the right event when %s',
  (_, before, body, byClient, kind) => {
    const changes = differing(before, changesOf(before, body, byClient, NOW))
    expect(happened(before, changes, body).kind).toBe(kind)
  },
)

test('only recipients added later are asked', () => {
  const body = { updateTarget: 3, recipientsExtra: ['IT@example.ru', 'new@example.ru'] } as const
  const changes = differing(sent, changesOf(sent, { ...body, recipientsExtra: [...body.recipientsExtra] }, false, NOW))
  expect(happened(sent, changes, { ...body, recipientsExtra: [...body.recipientsExtra] })).toEqual({
    kind: 'agreement.sent',
    data: { agreement_id: 7, only: { users: [], extra: ['new@example.ru'] } },
  })
})

test('equal values are no change, and the order of recipients does not matter', () => {
  expect(differing(fresh, { recipients: [2, 1], cancel_reason: '', releaseTime: '22:00' })).toEqual({})
  expect(differing(fresh, { recipients: [2], cancel_reason: 'Нет' })).toEqual({ recipients: [2], cancel_reason: 'Нет' })
})

test('repeated addresses are removed, ignoring letter case', () => {
  expect(onceEach(['a@example.ru', 'A@Example.ru', 'b@example.ru'])).toEqual(['a@example.ru', 'b@example.ru'])
})
