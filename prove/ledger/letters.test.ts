import { expect, test } from 'vitest'
import { lettersCompared, type DeliveryRow } from './letters.ts'

const TARGET = 'proof1x1z@example.ru'
const letter = (over: Partial<DeliveryRow> = {}): DeliveryRow => ({
  id: 7,
  kind: 'mail',
  target: TARGET,
  state: 'sent',
  entity: 'agreement',
  entity_id: 3,
  last_error: null,
  needless: false,
  ...over,
})
const arrived = { messageId: '<delivery-7@127.0.0.1>', to: TARGET }
const ledger = (agreed: number[]) => ({
  sent: new Map([[TARGET, 3]]),
  agreed: new Map(agreed.map((id) => [`mark ${id}`, id])),
})
const OVERTAKEN = { state: 'failed', needless: true, last_error: 'Дата уже согласована' }

test('a letter that the answer to its question overtook need not arrive, and is counted', () => {
  const { faults, figures } = lettersCompared([letter(OVERTAKEN)], [], ledger([3]))
  expect([faults, figures]).toEqual([[], { letters: 1, overtaken: 1, doubled: 0 }])
})

test('one whose sending was not confirmed before the answer overtook it may have arrived', () => {
  expect(lettersCompared([letter(OVERTAKEN)], [arrived], ledger([3])).faults).toEqual([])
})

test.each([
  ['called needless although nobody was told of an answer', OVERTAKEN, []],
  ['given up', { ...OVERTAKEN, needless: false }, [3]],
  ['needless and of something else', { ...OVERTAKEN, entity: 'publication' }, [3]],
  ['still waiting', { state: 'queued' }, [3]],
])('a letter that is %s is lost', (_, over, agreed) => {
  const { faults } = lettersCompared([letter(over)], [], ledger(agreed))
  expect(faults).toHaveLength(2)
  expect(faults.at(-1)).toBe(`letter 7 to ${TARGET} never arrived`)
})

test('letters that arrive twice are counted, those that nobody wrote are faults', () => {
  const other = { ...arrived, messageId: '<delivery-8@127.0.0.1>' }
  const { faults, figures } = lettersCompared([letter()], [arrived, arrived, other], ledger([3]))
  expect(figures).toEqual({ letters: 1, overtaken: 0, doubled: 1 })
  expect(faults).toEqual([`a letter that nobody wrote arrived: <delivery-8@127.0.0.1> ${TARGET}`])
})

test('every date that was sent is asked about by one letter', () => {
  expect(lettersCompared([], [], ledger([])).faults).toEqual([`0 letters ask ${TARGET}`])
})
