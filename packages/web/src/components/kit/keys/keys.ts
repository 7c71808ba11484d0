import { FIRST_KEY, keyName } from '../../../ui/useKeys.ts'
import type { PressedKey } from '../../../ui/useKeys.ts'

/**
 * Every key of the program: its codes, how it is shown to people, and what it does. Handlers and the dialog opened by
 * `?` both use this table, so that every listed key works.
 */
export interface KeyEntry {
  /** Physical keys, named as in ui/useKeys.ts. */
  codes: readonly string[]
  /** As on the keyboard, separated by spaces. */
  shown: string
  what: string
}

const key = (shown: string, what: string, ...codes: string[]): KeyEntry => ({ shown, what, codes })

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

  addToRelease: key('r', 'Добавить в релиз', 'KeyR'),
  toBacklog: key('b', 'Внести в бэклог или убрать из него', 'KeyB'),
  hours: key('h', 'Часы', 'KeyH'),
  priority: key('1 … 5', 'Приоритет', 'Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5'),
  noPriority: key('0', 'Без приоритета', 'Digit0'),
  send: key('s', 'Отправить клиенту', 'KeyS'),
  remind: key('n', 'Напомнить', 'KeyN'),

  editRelease: key('e', 'Изменить релиз', 'KeyE'),

  cellLeft: key('←', 'Столбец слева', 'ArrowLeft'),
  cellRight: key('→', 'Столбец справа', 'ArrowRight'),
  cellEdit: key('F2', 'Изменить ячейку; буква или цифра начинает заново', 'F2', 'Enter', 'NumpadEnter'),
  cellEmpty: key('Delete', 'Очистить ячейку', 'Delete'),
  cellUndo: key('Ctrl Z', 'Вернуть, как было', 'Mod+KeyZ'),

  barOpen: key('Enter', 'Открыть релиз', 'Enter', 'NumpadEnter', 'Space'),
  barLeft: key('←', 'На день раньше; Shift – на неделю, Alt – только конец', 'ArrowLeft'),
  barRight: key('→', 'На день позже; Shift – на неделю, Alt – только конец', 'ArrowRight'),

  nextGroup: key('Tab', 'Следующая группа, Shift – предыдущая', 'Tab'),
  newTab: key('Ctrl Enter', 'Открыть в новой вкладке', 'Mod+Enter', 'Mod+NumpadEnter'),
} satisfies Record<string, KeyEntry>

export const isKey = (event: PressedKey, { codes }: KeyEntry): boolean => codes.includes(keyName(event))

/** A map with the handler under every code of the key, for `useKeys` and for maps by code. */
export const on = <Handler>({ codes }: KeyEntry, handler: Handler): Record<string, Handler> =>
  Object.fromEntries(codes.map((code) => [code, handler]))
