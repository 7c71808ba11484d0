import { paths } from '../../../paths.ts'
import { KEYS } from './keys.ts'
import type { KeyEntry } from './keys.ts'

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
  { title: 'Бэклог и согласования', keys: [KEYS.mark, KEYS.edit], at: paths.backlog },
  {
    title: 'Отмеченное, открытое или строка бэклога',
    keys: [KEYS.addToRelease, KEYS.toBacklog, KEYS.hours, KEYS.priority, KEYS.noPriority],
    at: paths.backlog,
  },
  { title: 'Отмеченное или строка согласований', keys: [KEYS.send, KEYS.remind], at: paths.backlog },
  { title: 'Везде', keys: [KEYS.find, KEYS.save, KEYS.list] },
  { title: 'Страница релиза', keys: [KEYS.editRelease], at: paths.backlog },
  {
    title: 'Реестр',
    keys: [KEYS.cellLeft, KEYS.cellRight, KEYS.cellEdit, KEYS.cellEmpty, KEYS.cellUndo],
    at: paths.registry,
  },
  { title: 'Планирование', keys: [KEYS.barOpen, KEYS.barLeft, KEYS.barRight], at: paths.planning },
  { title: 'Поиск по всему', keys: [KEYS.nextGroup, KEYS.newTab] },
]

/** Returns the sections for somebody who may open these paths. */
export const sectionsFor = (places: readonly string[]): KeySection[] =>
  SECTIONS.filter(({ at }) => at === undefined || places.includes(at))
