import { expect, it } from 'vitest'
import { contactChoices } from './contacts.ts'

const of = (id: number, idcomp: number | null, mailuser: string | null = 'a@example.ru') => ({
  id,
  name: `Человек ${id}`,
  mailuser,
  idcomp,
})

it('offers people of the company and staff, and says who gets no letters and why', () => {
  const choices = contactChoices([of(1, 7), of(2, null), of(3, 7, null), of(4, 8), of(5, 7)], {
    idcomp: 7,
    shut: new Set([5]),
  })
  expect(choices.map(({ note, disabled }) => [note, disabled])).toEqual([
    ['a@example.ru', false],
    ['a@example.ru', false],
    ['нет адреса', true],
    ['теперь в другой компании, писем не получает', true],
    ['вход закрыт, писем не получает', true],
  ])
})
