import { agreements, decodeName } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import type { FilterDefinition, QuickSet } from '../../components/kit/filter-bar/types.ts'
import { day, ids, text } from '../../components/kit/list-state/codecs.ts'
import type { Sorting } from '../../components/kit/list-state/useListState.ts'

/** The filters of every view, named as in the calls' queries; `statuses` are those that rows show. */
export const sharedSchema = {
  search_string: text(),
  statuses: ids(agreements.SHOWN.from, agreements.SHOWN.to),
  release_ids: ids(),
  client_ids: ids(),
}

export const schema = {
  ...sharedSchema,
  date_from: day(),
  date_to: day(),
}

export const nearestFirst: Sorting<(typeof agreements.agreementOrder)[number]> = {
  keys: agreements.agreementOrder,
  order_by: 'near',
  isDesc: false,
}

export const sets: QuickSet<typeof schema>[] = [
  { label: 'Все', values: {} },
  { label: 'Требуется', values: { statuses: [0, agreements.DATE_WITHDRAWN] } },
  { label: 'Ждём клиента', values: { statuses: [1] } },
  { label: 'Согласовано', values: { statuses: [2] } },
  { label: 'Дата прошла', values: { statuses: [agreements.PASSED] } },
]

type FilterChoices = ReplyOf<typeof agreements.getFilters>

export const sharedFilters = (offered: FilterChoices | undefined): FilterDefinition<typeof sharedSchema>[] => [
  { kind: 'many', name: 'statuses', label: 'Статус', options: agreements.shownStatusesFor(true) },
  { kind: 'many', name: 'release_ids', label: 'Релиз', options: offered?.releases },
  {
    kind: 'many',
    name: 'client_ids',
    label: 'Компания',
    options: offered?.companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })),
  },
]

export const filtersOf = (offered: FilterChoices | undefined): FilterDefinition<typeof schema>[] => [
  ...sharedFilters(offered),
  { kind: 'range', from: 'date_from', to: 'date_to', label: 'Дата установки' },
]
