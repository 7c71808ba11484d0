import { describe, expect, it } from 'vitest'
import { registryEntry } from '../../testing/registry.ts'
import { bodyOf, changeOf, inverseOf, inWords } from './changes.ts'
import { readNewLines, readPaste } from './pasting.ts'
import { cellsOf, firstCells } from './spreadsheet.ts'

const entry = registryEntry(7, {
  company: { idcomp: 3, namecomp: 'ООО &quot;Полюс&quot;' },
  responsible: { id: 5, name: 'Анна Иванова' },
  due_date: '2026-03-05',
  planned_time: 90,
  version: 4,
})
const choices = {
  steps: [
    { id: 1, name: 'Новая' },
    { id: 2, name: 'В работе' },
  ],
  responsibles: [
    { id: 5, name: 'Анна Иванова', idcomp: 3 },
    { id: 6, name: 'Пётр Чужой', idcomp: 4 },
  ],
  bosses: [
    { id: 9, name: 'Олег Лазарев' },
    { id: 10, name: 'Вера Ким' },
    { id: 11, name: 'Вера Ким' },
  ],
}

describe('a change of one field', () => {
  const change = changeOf(entry, 'boss', { id: 9, name: 'Олег Лазарев' })

  it('is sent as ids with the version it is based on', () => {
    expect(bodyOf(change, change.version)).toEqual({ id: 7, version: 4, boss: 9 })
    expect(bodyOf(changeOf(entry, 'company', { idcomp: 8, namecomp: 'АО' }), 4)).toEqual({
      id: 7,
      version: 4,
      company: 8,
    })
    expect(bodyOf(changeOf(entry, 'responsible', null), 4)).toEqual({ id: 7, version: 4, responsible: null })
  })

  it('is undone from the version it has produced', () => {
    expect(inverseOf(change, 5)).toMatchObject({ version: 5, before: { id: 9, name: 'Олег Лазарев' }, after: null })
  })
})

it.each([
  ['priority', null, 'пусто'],
  ['planned_time', 90, '01:30'],
  ['due_date', '2026-03-05', '05.03.2026'],
  ['company', entry.company, 'ООО "Полюс"'],
  ['responsible', entry.responsible, 'Анна Иванова'],
] as const)('%s %o reads %s', (field, value, text) => expect(inWords(field, value)).toBe(text))

describe('a pasted column', () => {
  const paste = (column: string, lines: string[], can: () => true | string = () => true) =>
    readPaste({ column, rows: [entry, { ...entry, id: 8 }], lines }, choices, can)
  const afters = (column: string, lines: string[]) =>
    paste(column, lines).map(({ fault, change }) => fault ?? (change ? change.after : 'то же'))

  it.each([
    ['priority', ['2', ''], [2, 'то же']],
    ['priority', ['5'], ['Приоритет: число от 1 до 4 или пусто']],
    ['due_date', ['5.3.2026', '31.02.2026'], ['то же', 'Дата: ДД.ММ.ГГГГ']],
    ['planned_time', ['2,5', 'скоро'], [150, 'Часы: 7:30, 7,5 или 90м']],
    ['step', ['в работе', ''], [{ id: 2, name: 'В работе' }, 'Этап не может быть пустым']],
    ['responsible', ['', 'Пётр Чужой'], [null, 'Ответственный «Пётр Чужой» не найден']],
    ['boss', ['вера ким (№ 11)'], [{ id: 11, name: 'Вера Ким' }]],
    ['boss', ['Вера Ким'], ['Руководитель «Вера Ким» не один: Вера Ким (№ 10), Вера Ким (№ 11)']],
    ['title', ['Новый\nотчёт', ''], ['Новый отчёт', 'Название не может быть пустым']],
  ])('%s %o', (column, lines, expected) => expect(afters(column, lines)).toEqual(expected))

  it('uses the first cell of a wider block, and no more lines than there are rows', () => {
    const lines = paste('priority', firstCells('1\tлишнее\r\n2\r\n3\r\n'))
    expect(lines.map(({ text }) => text)).toEqual(['1', '2'])
  })

  it('leaves out what may not be changed, with the reason', () => {
    expect(paste('priority', ['1'], () => 'Нельзя')[0]).toMatchObject({ fault: 'Нельзя', change: null })
  })
})

it('reads lines of a spreadsheet as new entries', () => {
  expect(readNewLines('Первая\tПодробно\t2\t31.12.2026\n\nВторая\t\t9\n\tбез названия\n')).toEqual([
    { title: 'Первая', description: 'Подробно', priority: 2, due_date: '2026-12-31', fault: null },
    { title: 'Вторая', description: '', priority: 9, due_date: null, fault: 'Приоритет: число от 1 до 4 или пусто' },
    { title: '', description: 'без названия', priority: null, due_date: null, fault: 'Нет названия' },
  ])
})

it('a cell of several lines is one cell', () => {
  const text = 'Первая\t"Подробно:\n1) раз\t""два"""\t2\t31.12.2026\r\n"Вторая\nчасть"\t\t3\r\n'
  expect(readNewLines(text)).toEqual([
    { title: 'Первая', description: 'Подробно:\n1) раз\t"два"', priority: 2, due_date: '2026-12-31', fault: null },
    { title: 'Вторая часть', description: '', priority: 3, due_date: null, fault: null },
  ])
  expect(firstCells('один\r\n"две\r\nстроки"\r\n\r\nтри\r\n')).toEqual(['один', 'две\nстроки', '', 'три'])
})

it.each([
  ['', [['']]],
  ['один', [['один']]],
  ['"Порт"\n"Порт" и "Верфь"\t5"\n', [['"Порт"'], ['"Порт" и "Верфь"', '5"']]],
  ['"не закрыта\nдальше\t', [['"не закрыта'], ['дальше', '']]],
  ['\n\n', [[''], ['']]],
])('%j has the cells %j', (text, cells) => expect(cellsOf(text)).toEqual(cells))
