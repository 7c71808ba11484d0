import { expect, test } from 'vitest'
import type { requests } from '@vypusk/contract'
import { statusLookOf } from './words.ts'
import { finder, type Lists } from './meanings.ts'

const module = (idmod: number, namemod: string, idsys: number) => ({
  idmod,
  namemod,
  idsys,
  system: `Система ${idsys}`,
})
const lists: Lists = {
  statuses: [
    { id: 1, name: 'Новая', is_over: false },
    { id: 3, name: 'В работе', is_over: false },
    { id: 4, name: 'Готово', is_over: false },
    { id: 6, name: 'Отклонена', is_over: true },
  ],
  types: [
    { id: 1, name: 'Доработка' },
    { id: 2, name: 'Ошибка' },
  ],
  companies: [{ idcomp: 7, namecomp: 'АО &quot;Весна&quot;' }],
  modules: [module(1, 'Склад', 1), module(2, 'Склад', 2), module(3, 'Учёт', 2)],
  releases: [],
  people: [
    { id: 11, name: 'Пётр Иванов', login: 'pivanov', email: 'petr@example.ru', idcomp: null, person_id: null },
    { id: 12, name: 'Анна Орлова', login: 'aorlova', email: null, idcomp: null, person_id: null },
    { id: 13, name: 'Анна Орлова', login: 'aorlova2', email: 'Orlova@example.ru', idcomp: null, person_id: null },
  ],
}

test.each<[requests.ValueField, string, number | undefined, string?]>([
  ['status', 'НОВАЯ', 1, 'name'],
  ['status', 'Resolved', 4, 'known'],
  ['status', 'To Do', 1, 'known'],
  ['status', 'In  Review', 3, 'known'],
  ['status', "Won't Fix", 6, 'known'],
  ['status', 'Won’t Fix', 6, 'known'],
  ['status', 'Нужен отклик', 3, 'known'],
  ['status', 'Открыта заново', 1, 'known'],
  // Known in other systems, but not here.
  ['status', 'Closed', undefined],
  ['status', 'Зависла', undefined],
  ['type', 'bug', 2, 'known'],
  ['type', 'Технический долг', undefined],
  ['priority', 'Blocker', 5, 'known'],
  ['priority', 'Самый низкий', 1, 'known'],
  ['priority', '1', 1, 'name'],
  ['priority', '0', 0, 'known'],
  ['priority', '6', undefined],
  ['urgency', 'критично', 4, 'name'],
  ['urgency', '2', 2, 'name'],
  ['urgency', '9', undefined],
  ['isPaid', 'Да', 1, 'known'],
  ['isPaid', 'бесплатная', 2, 'name'],
  ['isPaid', '?', undefined],
  ['company', 'ао "весна"', 7, 'name'],
  ['company', 'АО «Весна»', 7, 'name'],
  ['company', 'Лето', undefined],
  ['module', 'учет', 3, 'name'],
  ['module', 'Система 2 / Склад', 2, 'name'],
  // In two systems, so it is ambiguous.
  ['module', 'Склад', undefined],
  ['author', 'pivanov', 11, 'name'],
  ['author', 'PETR@example.ru', 11, 'name'],
  ['author', 'Иванов Петр', 11, 'name'],
  ['author', 'П. Иванов (pivanov)', 11, 'name'],
  ['author', 'Пётр Иванов <unknown@example.ru>', 11, 'name'],
  ['author', 'Анна Орлова', undefined],
  ['author', 'orlova@example.ru', 13, 'name'],
])('%s «%s»', (field, word, id, how) => {
  expect(finder(field, lists)(word)).toEqual(id === undefined ? undefined : { id, how: how ?? 'name' })
})

test('words for the end mean the only status that ends the work here, whatever it is called', () => {
  const status = (id: number, name: string, is_over = true) => ({ id, name, is_over })
  const found = (...more: Lists['statuses']) =>
    finder('status', { ...lists, statuses: [...lists.statuses, ...more] })('Closed')?.id
  expect(found(status(5, 'Сдано'))).toBe(5)
  expect(found(status(5, 'Сдано'), status(7, 'Закрыта'))).toBe(7)
  // Of several, the person who imports chooses.
  expect(found(status(5, 'Сдано'), status(8, 'Снято'))).toBeUndefined()
  expect(found(status(5, 'Сдано', false))).toBeUndefined()
})

test.each<[string, string, boolean]>([
  ['Закрыта заказчиком', 'grey', true],
  ['Closed by QA', 'grey', true],
  ['Отклонено разработкой', 'red', true],
  ["Won't do now", 'red', true],
  ['Исправлено в ветке', 'green', false],
  ['Not done', 'grey', false],
  ['Не решена', 'grey', false],
  ['Переоткрыта', 'grey', false],
  ['На тестовом стенде', 'blue', false],
  ['Ждёт оплаты', 'grey', false],
])('a status created from «%s» is %s, and finished: %s', (word, tone, is_over) => {
  expect(statusLookOf(word)).toEqual({ tone, is_over })
})
