import { expect, test } from 'vitest'
import {
  readCompany,
  readHours,
  readModule,
  readMoment,
  readPaid,
  readPriority,
  readStatus,
  readType,
  readUrgency,
  WrongCell,
  type Lists,
} from './cells.ts'

const module = (idmod: number, namemod: string, idsys: number) => ({
  idmod,
  namemod,
  idsys,
  system: `Система ${idsys}`,
})
const lists: Lists = {
  statuses: [
    { id: 1, name: 'Новая' },
    { id: 4, name: 'Готово' },
  ],
  types: [
    { id: 1, name: 'Доработка' },
    { id: 2, name: 'Ошибка' },
  ],
  companies: [{ idcomp: 7, namecomp: 'АО &quot;Весна&quot;' }],
  modules: [module(1, 'Склад', 1), module(2, 'Склад', 2), module(3, 'Учёт', 2)],
}
const reasonOf = (value: unknown) => (value instanceof WrongCell ? value.reason : value)

test.each<[string, unknown]>([
  ['3', 180],
  ['2.5', 150],
  ['2,5', 150],
  ['01:30', 90],
  ['100:00', 6000],
  ['0', 0],
  ['10000', 600_000],
  ['три', 'часы «три»: нужно число или ЧЧ:ММ'],
  ['1:75', 'часы «1:75»: нужно число или ЧЧ:ММ'],
])('hours «%s»', (cell, expected) => expect(reasonOf(readHours(cell))).toEqual(expected))

test.each<[string, unknown]>([
  ['2026-02-05', '2026-02-05T00:00:00.000Z'],
  ['2026-02-05T14:30:15.000Z', '2026-02-05T14:30:15.000Z'],
  ['2026-02-05 14:30', '2026-02-05T14:30:00.000Z'],
  ['5.2.2026 9:05', '2026-02-05T09:05:00.000Z'],
  ['29/Jan/09 3:12 AM', '2009-01-29T03:12:00.000Z'],
  ['29/Jan/09 12:12 PM', '2009-01-29T12:12:00.000Z'],
  ['29/Jan/09 12:12 AM', '2009-01-29T00:12:00.000Z'],
  ['31.02.2026', 'дата «31.02.2026»: нужно ДД.ММ.ГГГГ или ГГГГ-ММ-ДД'],
  ['вчера', 'дата «вчера»: нужно ДД.ММ.ГГГГ или ГГГГ-ММ-ДД'],
])('moment «%s»', (cell, expected) => expect(reasonOf(readMoment(cell))).toEqual(expected))

test.each<[string, unknown, unknown]>([
  ['status', readStatus('НОВАЯ', lists), 1],
  ['another system’s status', readStatus('Resolved', lists), 4],
  ['unknown status', readStatus('Зависла', lists), 'статус «Зависла» неизвестен: есть Новая, Готово'],
  ['type', readType('bug', lists), 2],
  ['priority by word', readPriority('Blocker'), 5],
  ['priority by number', readPriority('1'), 1],
  ['unknown priority', readPriority('6'), 'приоритет «6»: нужно число от 1 до 5'],
  ['urgency by word', readUrgency('критично'), 4],
  ['unknown urgency', readUrgency('9'), 'срочность «9»: есть Обычный, Повышенный, Высокий, Критично'],
  ['paid', readPaid('Да'), true],
  ['free', readPaid('бесплатная'), false],
  ['neither', readPaid('?'), 'платность «?»: нужно «да» или «нет»'],
  ['company', readCompany('ао "весна"', lists), 7],
  ['no company', readCompany('Лето', lists), 'компании «Лето» нет в справочнике'],
  ['module, е for ё', readModule('учет', lists), 3],
  ['module with its system', readModule('Система 2 / Склад', lists), 2],
  [
    'module of two systems',
    readModule('Склад', lists),
    'модуль «Склад» есть в нескольких системах: пишите «Система / Модуль»',
  ],
])('%s', (_, value, expected) => expect(reasonOf(value)).toEqual(expected))
