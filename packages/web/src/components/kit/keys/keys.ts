import { FIRST_KEY, keyName } from '../../../ui/useKeys.ts'
import type { PressedKey } from '../../../ui/useKeys.ts'

/** A key of the program: its codes, how it is shown to people, and what it does. */
export interface KeyEntry {
  /** Physical keys, named as in ui/useKeys.ts. */
  codes: readonly string[]
  /** As on the keyboard, separated by spaces. */
  shown: string
  what: string
}

/** An entry: as on the keyboard, what it does, its codes. */
export const key = (shown: string, what: string, ...codes: string[]): KeyEntry => ({ shown, what, codes })

/** The keys of lists, tables, forms and the search; those of the product's own acts are in components/shared/keys. */
export const KEYS = {
  find: key('Ctrl K', 'Поиск по всему и действия', 'Mod+KeyK'),
  save: key('Ctrl Enter', 'Сохранить форму', 'Mod+Enter', 'Mod+NumpadEnter'),
  list: key('?', 'Этот список', '?'),
  go: key('g', 'и буква раздела', FIRST_KEY),

  search: key('/', 'Поиск в списке', 'Slash'),
  next: key('↓', 'Следующая строка', 'ArrowDown'),
  previous: key('↑', 'Предыдущая строка', 'ArrowUp'),
  pageDown: key('PageDown', 'На десять строк вниз', 'PageDown'),
  pageUp: key('PageUp', 'На десять строк вверх', 'PageUp'),
  first: key('Home', 'Первая строка', 'Home'),
  last: key('End', 'Последняя строка', 'End'),
  open: key('Enter', 'Открыть запись', 'Enter', 'NumpadEnter'),
  mark: key('Пробел', 'Отметить строку', 'Space'),
  edit: key('e', 'Изменить в строке, Tab – следующее поле', 'KeyE', 'F2'),
  leave: key('Esc', 'Закрыть запись, снять отметки', 'Escape'),

  cellLeft: key('←', 'Столбец слева', 'ArrowLeft'),
  cellRight: key('→', 'Столбец справа', 'ArrowRight'),
  cellEdit: key('F2', 'Изменить ячейку; буква или цифра начинает заново', 'F2', 'Enter', 'NumpadEnter'),
  cellEmpty: key('Delete', 'Очистить ячейку', 'Delete'),
  cellUndo: key('Ctrl Z', 'Вернуть, как было', 'Mod+KeyZ'),

  nextGroup: key('Tab', 'Следующая группа, Shift – предыдущая', 'Tab'),
  newTab: key('Ctrl Enter', 'Открыть в новой вкладке', 'Mod+Enter', 'Mod+NumpadEnter'),
} satisfies Record<string, KeyEntry>

export const isKey = (event: PressedKey, { codes }: KeyEntry): boolean => codes.includes(keyName(event))

/** A map with the handler under every code of the key, for `useKeys` and for maps by code. */
export const on = <Handler>({ codes }: KeyEntry, handler: Handler): Record<string, Handler> =>
  Object.fromEntries(codes.map((code) => [code, handler]))
