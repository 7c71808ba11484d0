import type { agreements } from '@vypusk/contract'
import { expect, test } from 'vitest'
import { releaseCompany } from '../../testing/releases.ts'
import { addressed, companyChoices } from './add.ts'
import { isUntouched, wrongAddress } from './fields.ts'

const seen = {
  remark: 'Рано',
  isPublishedOnTestEnv: false,
  recipients: [],
  recipientsExtra: [],
  releaseDate: '2026-03-20',
  releaseTime: null,
  by_rivc: true,
  by_client: false,
} as unknown as agreements.Agreement

test.each([
  [0, { remark: 'Поздно' }, false],
  [0, { by_client: true, releaseDate: '2026-03-21' }, true],
  [1, { isPublishedOnTestEnv: true }, false],
  [1, { remark: 'Поздно' }, true],
  [4, { by_client: true }, false],
  [4, { remark: 'Поздно' }, true],
  [5, { releaseDate: '2026-03-21' }, false],
  [5, { recipientsExtra: ['a@b.ru'] }, true],
] as const)('a save of target %s goes on when %j changed meanwhile: %s', (target, change, goesOn) => {
  expect(isUntouched(target, seen, { ...seen, ...change } as agreements.Agreement)).toBe(goesOn)
})

test('finds the first invalid address', () => {
  expect(wrongAddress(['a@b.ru', 'не адрес', '@'])).toBe('не адрес')
  expect(wrongAddress(['a@b.ru', 'ivan@пример.рф'])).toBeUndefined()
})

test('lists companies that cannot be chosen with the reason', () => {
  const company = (idcomp: number, status: -1 | 0 | 1 | 2, agreement_id: number | null) =>
    releaseCompany(idcomp, { namecomp: 'ООО &quot;Вега&quot;', status, agreement_id })
  const offered = companyChoices([company(1, 0, null), company(2, 1, 17), company(3, -1, null)])
  expect(offered.map(({ id, name, note, disabled }) => [id, name, note, disabled])).toEqual([
    [1, 'ООО "Вега"', undefined, false],
    [2, 'ООО "Вега"', 'согласование № 17', true],
    [3, 'ООО "Вега"', 'не публикуется', true],
  ])
})

test('letters go to people with an address who were not removed', () => {
  const person = (id: number, mailuser: string | null) => ({ id, name: 'Имя', mailuser, idcomp: 1 })
  expect(addressed([person(1, 'a@b.ru'), person(2, null), person(3, 'c@b.ru')], [3]).map(({ id }) => id)).toEqual([1])
})
