import { expect, it } from 'vitest'
import type { consequences } from '@vypusk/contract'
import { groupsOf, headingOf, sentTo, standsOf, undoMessage } from './texts.ts'

const one: consequences.Foreseen = {
  agreement_id: 1,
  release: { id: 5, name: 'Учёт' },
  company: { idcomp: 2, namecomp: 'Ромашка' },
  kind: 'withdrawn',
  said: 'Релиз отменён',
  agreed: true,
  releaseDate: '2026-03-20',
  releaseTime: '22:00',
  zone: 'Europe/Moscow',
  company_zone: 'Asia/Vladivostok',
  addressees: ['Анна', 'Пётр', 'Олег', 'Ия', 'Ян'],
}

it('counts companies in the texts of the screen', () => {
  expect(headingOf('withdrawn', 1)).toBe('Согласование одной компании будет снято')
  expect(headingOf('withdrawn', 3)).toBe('Согласования 3 компаний будут сняты')
  expect(headingOf('withdrawn', 21)).toBe('Согласования 21 компании будут сняты')
})

it('shows what each company knows and who gets its letter', () => {
  expect(standsOf(one)).toMatch(/^согласовано на 20\.03\.2026 в \d\d:\d\d .* · 05:00 суббота, Владивосток$/)
  expect(standsOf({ ...one, agreed: false, releaseTime: null })).toBe('спросили о 20.03.2026')
  expect(sentTo(one)).toBe('письмо: Анна, Пётр, Олег, Ия и ещё 1')
  expect(sentTo({ ...one, addressees: [] })).toBe('письмо отправить некому')
  expect(sentTo({ ...one, kind: 'offered' })).toBe('')
  expect(sentTo({ ...one, kind: 'resumed', addressees: ['Анна'] })).toBe('письмо: Анна')
  expect(sentTo({ ...one, kind: 'offered', addressees: ['Анна'] }, true)).toBe('письмо: Анна')
})

it('shows withdrawn agreements before those that stay', () => {
  const kinds = groupsOf([{ ...one, kind: 'gone' }, { ...one, kind: 'marked' }, one]).map(({ kind }) => kind)
  expect(kinds).toEqual(['withdrawn', 'marked', 'gone'])
})

it('offers to undo, with the company’s name or the number of companies', () => {
  const act = { act_id: 1, said: '', until: '2026-03-06T09:00:00.000Z' }
  const named = { id: 1, company: 'Ромашка', release: 'Учёт' }
  expect(undoMessage([{ ...act, agreements: [named] }])).toBe('Согласование снято: Ромашка. Письмо уйдёт через минуту')
  expect(undoMessage([act, act].map((each) => ({ ...each, agreements: [named] })))).toContain(
    'Согласования 2 компаний сняты',
  )
})
