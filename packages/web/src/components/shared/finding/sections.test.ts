import { IconRocket } from '@tabler/icons-react'
import { afterEach, expect, it } from 'vitest'
import type { finding } from '@vypusk/contract'
import type { Acts } from '../../kit/acts/acts.ts'
import { creations } from './actions.ts'
import { wordsOf } from './pieces.ts'
import { sectionsOf } from './sections.ts'
import { groupStep } from './useListWalk.ts'

const request: finding.FoundThing = {
  kind: 'request',
  id: 12,
  number: '12',
  title: 'Релиз не открывается',
  company: 'ООО &quot;Полюс&quot;',
  state: 'Новая',
  day: '2026-03-05',
  release_id: null,
}
const groups: finding.Group[] = [
  { kind: 'request', found: [request], more: true },
  { kind: 'person', found: [{ ...request, kind: 'person', company: null, state: null, day: null }], more: false },
]
const actions = ['Новый релиз', 'Выйти'].map((label) => ({ key: label, label, icon: IconRocket }))
let atHand: Acts | null = null
afterEach(() => void (atHand = null))

const shown = (typed: string) =>
  sectionsOf({ typed, words: wordsOf(typed), search: typed, groups, recent: [request], actions, atHand, isRivc: true })
const lines = (typed: string) =>
  shown(typed).map(({ title, options }) => [title, ...options.map((option) => `${option.title} | ${option.note}`)])

it('shows recently opened things and actions while nothing is typed', () => {
  expect(lines('')).toEqual([
    ['Недавнее', 'Релиз не открывается | ООО "Полюс" · Новая · 05.03.2026'],
    ['Действия', 'Новый релиз | ', 'Выйти | '],
  ])
})

it('puts actions before the results, and the link to all of them after', () => {
  expect(lines('релиз')).toEqual([
    ['Действия', 'Новый релиз | '],
    ['Заявки', 'Релиз не открывается | ООО "Полюс" · Новая · 05.03.2026', 'Все со словом «релиз» | '],
    ['Люди', 'Релиз не открывается | сотрудник'],
  ])
})

it('puts the actions for the rows at hand first', () => {
  const act = (label: string) => ({ label, shown: 'b', codes: ['KeyB'], act: () => {} })
  atHand = { title: 'Заявка 12', acts: [act('Внести в бэклог'), act('Приоритет 5')] }
  expect(lines('')[0]).toEqual(['Заявка 12', 'Внести в бэклог | ', 'Приоритет 5 | '])
  expect(lines('прио')[0]).toEqual(['Заявка 12', 'Приоритет 5 | '])
  expect(lines('релиз')[0]?.[0]).toBe('Действия')
})

it('moves from group to group and wraps around', () => {
  const sections = shown('релиз')
  expect([0, 1, 2, 3].map((active) => groupStep(sections, active, false))).toEqual([1, 3, 3, 0])
  expect([0, 1, 2, 3].map((active) => groupStep(sections, active, true))).toEqual([3, 0, 0, 1])
})

it('offers to create only what the person may create', () => {
  const labels = (isRivc: boolean, canCreateRegistry: boolean) =>
    creations({ isRivc, canCreateRegistry }).map(({ label }) => label)
  expect(labels(false, false)).toEqual(['Новая заявка'])
  expect(labels(false, true)).toEqual(['Новая заявка', 'Новая запись реестра'])
  expect(labels(true, false)).toEqual(['Новая заявка', 'Новый релиз', 'Новое согласование', 'Новая публикация'])
})
