import { key, type KeyEntry } from '../../kit/keys/keys.ts'

/**
 * The keys of what people do with requests, agreements, releases and plans. Handlers and the dialog opened by `?` both
 * use this table, so that every listed key works.
 */
export const ACT_KEYS = {
  addToRelease: key('r', 'Добавить в релиз', 'KeyR'),
  toBacklog: key('b', 'Внести в бэклог или убрать из него', 'KeyB'),
  hours: key('h', 'Часы', 'KeyH'),
  priority: key('1 … 5', 'Приоритет', 'Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5'),
  noPriority: key('0', 'Без приоритета', 'Digit0'),
  send: key('s', 'Отправить клиенту', 'KeyS'),
  remind: key('n', 'Напомнить', 'KeyN'),

  editRelease: key('e', 'Изменить релиз', 'KeyE'),

  barOpen: key('Enter', 'Открыть релиз', 'Enter', 'NumpadEnter', 'Space'),
  barLeft: key('←', 'На день раньше; Shift – на неделю, Alt – только конец', 'ArrowLeft'),
  barRight: key('→', 'На день позже; Shift – на неделю, Alt – только конец', 'ArrowRight'),
} satisfies Record<string, KeyEntry>
