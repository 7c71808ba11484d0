import { expect, test } from 'vitest'
import { abilitiesBy, ask, type Policy } from './ability.ts'
import { Refusal } from './refusal.ts'

const policy: Policy<'open' | 'close', { isRivc: boolean }, { isClosed: boolean }> = {
  open: () => true,
  close: ({ isRivc }, { isClosed }) => {
    if (!isRivc) return [403, 'Закрывают сотрудники']
    return isClosed ? [422, 'Уже закрыто'] : true
  },
}

const refusalOf = (work: () => void): Refusal | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error : undefined
  }
}

test.each([
  ['staff, open', true, false, undefined],
  ['staff, closed', true, true, [422, 'Уже закрыто']],
  ['a client', false, false, [403, 'Закрывают сотрудники']],
] as const)('a command is refused in the words of the disabled button: %s', (_, isRivc, isClosed, refused) => {
  const refusal = refusalOf(() => ask(policy, 'close', { isRivc }, { isClosed }))
  expect(refusal && [refusal.status, refusal.message]).toEqual(refused)
  expect(abilitiesBy(policy, { isRivc }, { isClosed })).toEqual({ open: true, close: refused ? refused[1] : true })
})
