import { expect, test } from 'vitest'
import { entryPolicy, isOwn, needsReason, reasons, threadPolicy } from './policy.ts'

const staff = { isRivc: true, id: 1, email: 'manager@example.ru' }
const client = { isRivc: false, id: 2, email: 'client1@example.ru' }
const thread = (side: string, state = 'open') => ({ kind: 'remark', side, state })
const talk = (side: string, state = 'open') => ({ kind: 'talk', side, state })

test.each([
  ['answer', client, thread('staff'), true],
  ['answer', client, thread('client', 'closed'), reasons.closed],
  ['internal', staff, thread('client'), true],
  ['internal', client, thread('client'), reasons.staffOnly],
  ['close', client, thread('client', 'answered'), true],
  ['close', client, thread('staff'), reasons.theirs],
  ['close', staff, thread('client'), true],
  ['close', staff, thread('client', 'closed'), reasons.closedAlready],
  ['reopen', client, thread('client', 'closed'), true],
  ['reopen', client, thread('client'), reasons.notClosed],
  ['reopen', staff, { ...thread('client', 'closed'), is_wordless: true }, reasons.noWordsLeft],
  ['owner', client, thread('client'), reasons.staffOnly],
  ['due', staff, thread('client'), true],
  ['blocks', staff, thread('client'), reasons.theirsToBlock],
  ['blocks', client, thread('client'), true],
  ['answer', client, talk('staff', 'closed'), true],
  ['internal', staff, talk('client', 'closed'), true],
  ['internal', client, talk('client'), reasons.staffOnly],
  ['close', client, talk('client'), true],
  ['close', client, talk('staff'), reasons.theirs],
  ['close', staff, talk('client', 'answered'), reasons.notAsked],
  ['reopen', staff, talk('staff', 'closed'), reasons.talk],
  ['blocks', staff, talk('staff'), reasons.talk],
] as const)('%s by %o of %o: %o', (action, asker, state, answer) => {
  expect(threadPolicy[action](asker, state)).toEqual(answer)
})

test('staff give a reason when they close a remark of a client', () => {
  expect(needsReason(staff, thread('client'))).toBe(true)
  expect(needsReason(staff, thread('staff'))).toBe(false)
  expect(needsReason(client, thread('client'))).toBe(false)
  expect(needsReason(staff, talk('client'))).toBe(false)
})

const words = { author_id: 2, address: null, withdrawn_at: null, ...thread('client') }

test('own entries can be changed until they are withdrawn or the thread is closed', () => {
  expect(entryPolicy.rewrite(client, words)).toBe(true)
  expect(entryPolicy.rewrite(staff, words)).toEqual(reasons.notOwn)
  expect(entryPolicy.withdraw(client, { ...words, withdrawn_at: '2026-03-06T06:30:00.000Z' })).toEqual(
    reasons.withdrawn,
  )
  expect(entryPolicy.withdraw(client, { ...words, state: 'closed' })).toEqual(reasons.closed)
})

test('an address owns its own entries in any letter case, and no others', () => {
  const nobody = { isRivc: false, id: 0, email: 'IT@example.ru' }
  expect(isOwn(nobody, { author_id: null, address: 'it@example.ru' })).toBe(true)
  expect(isOwn(nobody, { author_id: null, address: 'other@example.ru' })).toBe(false)
  expect(isOwn(nobody, { author_id: 0, address: null })).toBe(false)
})
