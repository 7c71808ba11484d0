import { decodeName, releases } from '@vypusk/contract'
import type { Company, Ref } from '@vypusk/contract'
import type { FilterDefinition, QuickSet } from '../../../components/kit/filter-bar/types.ts'
import { day, flag, ids, text } from '../../../components/kit/list-state/codecs.ts'
import { hiddenName } from '../../../components/shared/company/choices.ts'
import type { Sorting } from '../../../components/kit/list-state/useListState.ts'

/** The filters of the list, named as in the call's body. */
export const schema = {
  search_string: text(),
  systems: ids(),
  modules: ids(),
  steps: ids(),
  companies: ids(),
  authors: ids(),
  date_from: day(),
  date_to: day(),
  unnamed: flag(),
}
export type Schema = typeof schema

const keys = releases.releaseOrders
export const nearestFirst: Sorting<(typeof keys)[number]> = { keys, order_by: 'near', isDesc: false }

/** The options of the filters; undefined while they are loading. */
export interface FilterChoices {
  systems:
    | { idsys: number; namesys: string; modules: { idmod: number; namemod: string; system: string }[] }[]
    | undefined
  steps: readonly releases.ReleaseStep[] | undefined
  companies: Company[] | undefined
  authors: Ref[] | undefined
  /** Companies of releases that cannot be chosen elsewhere any more. */
  hidden: Company[] | undefined
}

/** Modules of the chosen systems, or of all. */
const moduleOptions = (systems: FilterChoices['systems'], chosen: readonly number[]) =>
  systems
    ?.filter(({ idsys }) => chosen.length === 0 || chosen.includes(idsys))
    .flatMap(({ modules }) => modules)
    .map(({ idmod, namemod, system }) => ({ id: idmod, name: namemod, group: system }))

const companyOptions = ({ companies, hidden = [] }: FilterChoices) =>
  companies && [
    ...companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })),
    ...hidden.map(({ idcomp, namecomp }) => ({ id: idcomp, name: hiddenName(decodeName(namecomp)) })),
  ]

const stepOptions = (steps: FilterChoices['steps']) => steps?.map(({ id, name_step }) => ({ id, name: name_step }))

export const clientFilters = (offered: FilterChoices, chosenSystems: readonly number[]): FilterDefinition<Schema>[] => [
  {
    kind: 'many',
    name: 'systems',
    label: 'Система',
    options: offered.systems?.map(({ idsys, namesys }) => ({ id: idsys, name: namesys })),
  },
  { kind: 'many', name: 'modules', label: 'Модуль', options: moduleOptions(offered.systems, chosenSystems) },
  { kind: 'many', name: 'steps', label: 'Этап', options: stepOptions(offered.steps) },
  { kind: 'range', from: 'date_from', to: 'date_to', label: 'План' },
]

export const staffFilters = (offered: FilterChoices, chosenSystems: readonly number[]): FilterDefinition<Schema>[] => [
  ...clientFilters(offered, chosenSystems),
  { kind: 'many', name: 'companies', label: 'Компания', options: companyOptions(offered) },
  { kind: 'many', name: 'authors', label: 'Автор', options: offered.authors },
]

const idsOf = (steps: FilterChoices['steps'], ...kinds: releases.ReleaseStep['kind'][]) =>
  (steps ?? []).filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)

/** «Мои», and releases whose companies are incomplete. */
const ofStaff = (author: number): QuickSet<Schema>[] => [
  { label: 'Мои', values: { authors: [author] } },
  { label: 'Компании не названы', values: { unnamed: true } },
]

/** The predefined sets of filters; those by step are added once the steps are known. */
export function quickSets(steps: FilterChoices['steps'], author: number | null): QuickSet<Schema>[] {
  const byStep: QuickSet<Schema>[] = steps
    ? [
        { label: 'Готовятся', values: { steps: idsOf(steps, 'planning', 'work') } },
        { label: 'Опубликованы', values: { steps: idsOf(steps, 'published', 'closed') } },
      ]
    : []
  return [{ label: 'Все', values: {} }, ...byStep, ...(author ? ofStaff(author) : [])]
}
