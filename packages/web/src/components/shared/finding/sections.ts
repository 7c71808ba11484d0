import { decodeName } from '@vypusk/contract'
import type { finding } from '@vypusk/contract'
import { IconArrowRight, IconBolt, IconBuilding, IconUser } from '@tabler/icons-react'
import { IconCalendarCheck, IconListDetails, IconPackageExport, IconRocket, IconTable } from '@tabler/icons-react'
import { formatDay } from '../../../ui/dates.ts'
import type { Act, Acts } from '../../kit/acts/acts.ts'
import type { Action } from './actions.ts'
import { hrefOf, listOf } from './links.ts'
import { beginsAll } from './pieces.ts'
import { KINDS, ONE } from './texts.ts'

/** A line of the dialog. */
export interface Option {
  key: string
  icon: typeof IconRocket
  /** The kind of thing, for people who cannot see the icon; empty when the title says it. */
  what: string
  number: string
  title: string
  note: string
  keys: string[]
  href?: string | undefined
  act?: (() => void) | undefined
  /** Set for things without a page of their own that would record them as opened. */
  thing?: { kind: finding.Kind; id: number }
}

export interface Section {
  key: string
  title: string
  options: Option[]
}

const ICONS: Record<finding.Kind, typeof IconRocket> = {
  request: IconListDetails,
  release: IconRocket,
  agreement: IconCalendarCheck,
  publication: IconPackageExport,
  registry_entry: IconTable,
  company: IconBuilding,
  person: IconUser,
}

const bare = { what: '', number: '', note: '', keys: [] }

const optionOfAction = ({ key, label, icon, keys = [], href, act }: Action): Option => ({
  ...bare,
  key: `action ${key}`,
  icon,
  title: label,
  keys,
  href,
  act,
})

const optionOfAct = ({ label, shown, act }: Act): Option => ({
  ...bare,
  key: `act ${label}`,
  icon: IconBolt,
  title: label,
  keys: shown ? [shown] : [],
  act,
})

const noteOf = ({ kind, key, company, state, day }: finding.FoundThing): string =>
  [
    key,
    kind === 'person' && company === null ? 'сотрудник' : company && decodeName(company),
    state,
    day && formatDay(day),
  ]
    .filter(Boolean)
    .join(' · ')

const optionOf = (found: finding.FoundThing, isRivc: boolean): Option => ({
  ...bare,
  key: `${found.kind} ${found.id}`,
  icon: ICONS[found.kind],
  what: ONE[found.kind],
  number: found.number,
  title: decodeName(found.title),
  note: noteOf(found),
  href: hrefOf(found, isRivc),
  thing: { kind: found.kind, id: found.id },
})

const restOf = (kind: finding.Kind, search: string, isRivc: boolean): Option[] => {
  const href = listOf(kind, search, isRivc)
  return href ? [{ ...bare, key: `rest ${kind}`, icon: IconArrowRight, title: `Все со словом «${search}»`, href }] : []
}

const groupSection = ({ kind, found, more }: finding.Group, search: string, isRivc: boolean): Section => ({
  key: kind,
  title: KINDS[kind],
  options: [...found.map((one) => optionOf(one, isRivc)), ...(more ? restOf(kind, search, isRivc) : [])],
})

interface SearchState {
  /** Without leading and trailing spaces. */
  typed: string
  words: string[]
  /** The text that the groups were found by; what has been typed since may be longer. */
  search: string
  groups: finding.Group[]
  recent: finding.FoundThing[]
  actions: Action[]
  /** The actions for the rows at hand. */
  atHand: Acts | null
  isRivc: boolean
}

const MOST_ACTIONS = 5

/** The items that match what is typed. */
const meant = <One extends { label: string }>(all: readonly One[], { typed, words }: SearchState): readonly One[] =>
  typed === '' ? all : all.filter(({ label }) => beginsAll(label, words)).slice(0, MOST_ACTIONS)

/**
 * The sections of the dialog: actions for the rows at hand and recently opened things while nothing is typed, otherwise
 * results and matching actions.
 */
export function sectionsOf(state: SearchState): Section[] {
  const { typed, search, groups, recent, actions, atHand, isRivc } = state
  const own: Section = {
    key: 'at-hand',
    title: atHand?.title ?? '',
    options: meant(atHand?.acts ?? [], state).map(optionOfAct),
  }
  const doing: Section = { key: 'actions', title: 'Действия', options: meant(actions, state).map(optionOfAction) }
  const lately: Section = { key: 'recent', title: 'Недавнее', options: recent.map((one) => optionOf(one, isRivc)) }
  const found = groups.map((group) => groupSection(group, search, isRivc))
  const all = typed === '' ? [own, lately, doing] : [doing, own, ...found]
  return all.filter(({ options }) => options.length > 0)
}
