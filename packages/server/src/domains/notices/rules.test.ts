import { notices } from '@vypusk/contract'
import { expect, test } from 'vitest'
import { changeText, isMove } from './rules/changes.ts'
import { lastDue } from './rules/digest.ts'
import { hrefOf } from './queries/links.ts'
import { reasonOf } from './rules/reasons.ts'
import { quoted, withText } from './rules/sentences.ts'
import { channelsOf, settingsOver } from './rules/settings.ts'

const change = (field: string, title: string, before: unknown, after: unknown) => ({ field, title, before, after })
const plan = change('plan_date', 'Плановая дата', '2026-03-05', '2026-03-12')

test.each([
  [[plan], 'Плановая дата: 05.03.2026 → 12.03.2026'],
  [[change('isPaid', 'Платность', false, true)], 'Платность: Бесплатная → Платная'],
  [[change('urgency', 'Срочность', 4, 2)], 'Срочность: Критично → Повышенный'],
  [[change('is_visible_for_client', 'Видимость', false, true)], 'Видимость: нет → да'],
  [[change('priority', 'Приоритет', null, 3)], 'Приоритет: нет → 3'],
  [[change('planned_time', 'Часы', 60, 120)], 'Часы'],
  [[change('description', 'Описание', '<p>Раз</p>', '<p>Два</p>')], 'Описание'],
  [[change('users', 'Люди', ['Анна'], ['Борис'])], 'Люди'],
  [[change('step', 'Этап', 'а'.repeat(61), 'Тест')], 'Этап'],
  [[change('release_id', 'Релиз', null, 'Весна')], 'Включена в релиз «Весна»'],
  [[change('release_id', 'Релиз', 'Весна', null)], 'Исключена из релиза'],
  [
    [plan, change('a', 'А', 1, 2), change('b', 'Б', 1, 2), change('c', 'В', 1, 2), change('d', 'Г', 1, 2)],
    'Плановая дата: 05.03.2026 → 12.03.2026 · А: 1 → 2 · Б: 1 → 2 · и ещё полей: 2',
  ],
])('%j as text', (changes, text) => expect(changeText('release', changes)).toBe(text))

test.each([
  ['request', 'e_title', 'Новая заявка'],
  ['release', 'title', 'Новый релиз'],
  ['registry_entry', 'title', 'Новая запись реестра'],
] as const)('a new %s', (entity, field, text) =>
  expect(changeText(entity, [change(field, 'Название', null, 'Имя')])).toBe(text),
)

test('only a release that had dates before can move', () => {
  expect(isMove('release', [plan])).toBe(true)
  expect(isMove('release', [{ ...plan, before: null }])).toBe(false)
  expect(isMove('release', [change('title', 'Название', 'а', 'б')])).toBe(false)
  expect(isMove('registry_entry', [plan])).toBe(false)
})

test.each([
  ['request', true, '/?open=5'],
  ['request', false, '/clientRequests?open=5'],
  ['registry_entry', false, '/registry?open=5'],
  ['publication', false, '/publication/5'],
  ['agreement', true, '/agreements/5'],
  ['withdrawn', true, '/agreements'],
  ['withdrawn', false, '/clientAgreements'],
  ['withdrawn_request', true, '/'],
  ['withdrawn_request', false, '/clientRequests'],
  ['agreement', false, '/releases/9'],
  ['user', true, '/admin/people?open=5'],
])('%s for staff %s: %s', (entity, isRivc, href) =>
  expect(hrefOf({ entity, entity_id: 5, release_id: entity === 'agreement' ? 9 : null }, isRivc)).toBe(href),
)
test('an agreement whose release its company cannot open is opened in the company’s list', () =>
  expect(hrefOf({ entity: 'agreement', entity_id: 5, release_id: null }, false)).toBe('/clientAgreements?open=5'))
test('a release links to itself', () =>
  expect(hrefOf({ entity: 'release', entity_id: 5, release_id: 5 }, false)).toBe('/releases/5'))

test('the strongest reason is shown', () => {
  expect(reasonOf(['watching', 'author', 'responsible'])).toBe('responsible')
  expect(reasonOf(['author', 'mentioned'])).toBe('mentioned')
  expect(reasonOf(['watching'])).toBe('watching')
})

test('quotations fit on a line', () => {
  expect(withText('Замечание', '')).toBe('Замечание')
  expect(withText('Замечание', 'Раз\nДва')).toBe('Замечание: Раз Два')
  expect(quoted('а'.repeat(300))).toHaveLength(200)
})

test('a person’s choice takes precedence over the defaults', () => {
  const own = { kind: 'mention', screen: false, letter: false, digest: true } as const
  expect(channelsOf([own], 'mention')).toMatchObject({ screen: false, letter: false, digest: true })
  expect(channelsOf([own], 'approval')).toMatchObject({ screen: true, letter: false, digest: true })
  expect(settingsOver([own]).map(({ kind }) => kind)).toEqual([...notices.kinds])
})

test.each([
  ['09:00', [8, 59], [5, 9, 0]],
  ['09:00', [9, 0], [6, 9, 0]],
  ['23:58', [23, 57], [5, 23, 58]],
  ['23:58', [0, 0], [5, 23, 58]],
  ['00:00', [0, 0], [6, 0, 0]],
] as const)('a daily letter of %s was last due at the last such time', (time, [hour, minute], due) => {
  expect(lastDue(new Date(2026, 2, 6, hour, minute), time)).toBe(new Date(2026, 2, ...due).toISOString())
})
