import { paths } from '../../../paths.ts'
import { HEAD_KEYS } from '../../kit/data-table/columns/head-keys.ts'
import { KEYS } from '../../kit/keys/keys.ts'
import type { KeyEntry } from '../../kit/keys/keys.ts'
import { ACT_KEYS } from './keys.ts'

/** The keys of one part of the program. */
export interface KeySection {
  title: string
  keys: readonly KeyEntry[]
  /** The keys work only for people who may open this path; when left out, for everybody. */
  at?: string
}

/** Keys by where they work, as shown in the dialog. */
export const SECTIONS: readonly KeySection[] = [
  {
    title: 'Списки',
    keys: [
      KEYS.search,
      KEYS.next,
      KEYS.previous,
      KEYS.pageDown,
      KEYS.pageUp,
      KEYS.first,
      KEYS.last,
      KEYS.open,
      KEYS.leave,
    ],
  },
  { title: 'Заголовки списка', keys: Object.values(HEAD_KEYS) },
  { title: 'Бэклог и согласования', keys: [KEYS.mark, KEYS.edit], at: paths.backlog },
  {
    title: 'Отмеченное, открытое или строка бэклога',
    keys: [ACT_KEYS.addToRelease, ACT_KEYS.toBacklog, ACT_KEYS.hours, ACT_KEYS.priority, ACT_KEYS.noPriority],
    at: paths.backlog,
  },
  { title: 'Отмеченное или строка согласований', keys: [ACT_KEYS.send, ACT_KEYS.remind], at: paths.backlog },
  {
    title: 'Матрица согласований, версии',
    keys: [KEYS.cellLeft, KEYS.cellRight, KEYS.previous, KEYS.next],
    at: paths.backlog,
  },
  { title: 'Везде', keys: [KEYS.find, KEYS.save, KEYS.list] },
  { title: 'Страница релиза', keys: [ACT_KEYS.editRelease], at: paths.backlog },
  {
    title: 'Реестр',
    keys: [KEYS.cellLeft, KEYS.cellRight, KEYS.cellEdit, KEYS.cellEmpty, KEYS.cellUndo],
    at: paths.registry,
  },
  { title: 'Планирование', keys: [ACT_KEYS.barOpen, ACT_KEYS.barLeft, ACT_KEYS.barRight], at: paths.planning },
  { title: 'Поиск по всему', keys: [KEYS.nextGroup, KEYS.newTab] },
]

/** Returns the sections for somebody who may open these paths. */
export const sectionsFor = (places: readonly string[]): KeySection[] =>
  SECTIONS.filter(({ at }) => at === undefined || places.includes(at))
