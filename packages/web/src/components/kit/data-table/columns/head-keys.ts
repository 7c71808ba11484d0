import { key, type KeyEntry } from '../../keys/keys.ts'

/** The keys of the headings of a list, listed under «?». */
export const HEAD_KEYS = {
  step: key('← →', 'Соседний столбец', 'ArrowLeft', 'ArrowRight'),
  order: key('Enter', 'Сортировать по столбцу', 'Enter', 'NumpadEnter'),
  width: key('Shift ← →', 'Уже, шире', 'Shift+ArrowLeft', 'Shift+ArrowRight'),
  reset: key('Delete', 'Ширина, какой была', 'Delete'),
} satisfies Record<string, KeyEntry>
