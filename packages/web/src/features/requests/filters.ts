import { decodeName, requests } from '@vypusk/contract'
import type { FilterDefinition, FilterOption, QuickSet } from '../../components/kit/filter-bar/types.ts'
import { day, ids, text } from '../../components/kit/list-state/codecs.ts'
import type { Sorting } from '../../components/kit/list-state/useListState.ts'

/** The filters of the request lists, named as in the call's body. */
export const ticketSchema = {
  search_string: text(),
  date_from: day(),
  date_to: day(),
  module_ids: ids(1),
  status_ids: ids(1),
  type_ids: ids(1),
  author_ids: ids(1),
  release_ids: ids(),
  priorities: ids(0, 5),
  urgs: ids(1, 4),
}

export const backlogSchema = {
  ...ticketSchema,
  client_ids: ids(1),
  priority_ids: ids(0, 5),
  isPaid: ids(1, 2),
  isInBacklogValues: ids(1, 3),
}

export const newestFirst: Sorting<requests.OrderKey> = { keys: requests.orderKeys, order_by: 'id', isDesc: true }

export const backlogSets: QuickSet<typeof backlogSchema>[] = [
  { label: 'Все', values: {} },
  { label: 'Внесены в бэклог', values: { isInBacklogValues: [2] } },
  { label: 'Срочные', values: { urgs: [3, 4] } },
  { label: 'Без релиза', values: { release_ids: [0] } },
]

export const ticketSets: QuickSet<typeof ticketSchema>[] = [
  { label: 'Все', values: {} },
  { label: 'Срочные', values: { urgs: [3, 4] } },
  { label: 'Без релиза', values: { release_ids: [0] } },
]

const titles = requests.fieldTitles
const NO_RELEASE: FilterOption = { id: 0, name: 'Без релиза' }

type FilterChoices = requests.RequestFilters
type BacklogOffered = FilterChoices & { companies: { idcomp: number; namecomp: string }[] } & Record<
    'isPaid' | 'isInBacklogValues' | 'priority_ids',
    FilterOption[]
  >

const moduleOptions = (offered: FilterChoices | undefined): FilterOption[] | undefined =>
  offered?.modules.map(({ idmod, namemod, system }) => ({ id: idmod, name: namemod, group: system }))

const releaseOptions = (offered: FilterChoices | undefined): FilterOption[] | undefined =>
  offered && [NO_RELEASE, ...offered.releases.map(({ id, title }) => ({ id, name: title }))]

export const ticketFilters = (offered: FilterChoices | undefined): FilterDefinition<typeof ticketSchema>[] => [
  { kind: 'range', from: 'date_from', to: 'date_to', label: 'Создана' },
  { kind: 'many', name: 'module_ids', label: titles.module, options: moduleOptions(offered) },
  { kind: 'many', name: 'status_ids', label: titles.status, options: offered?.statuses },
  { kind: 'many', name: 'type_ids', label: titles.type, options: offered?.types },
  { kind: 'many', name: 'urgs', label: titles.urgency, options: offered?.urgencies },
  { kind: 'many', name: 'priorities', label: titles.priority, options: offered?.priorities },
  { kind: 'many', name: 'author_ids', label: titles.author, options: offered?.authors },
  { kind: 'many', name: 'release_ids', label: titles.release_id, options: releaseOptions(offered) },
]

export const backlogFilters = (offered: BacklogOffered | undefined): FilterDefinition<typeof backlogSchema>[] => [
  { kind: 'range', from: 'date_from', to: 'date_to', label: 'Создана' },
  {
    kind: 'many',
    name: 'client_ids',
    label: titles.company,
    options: offered?.companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })),
  },
  { kind: 'many', name: 'module_ids', label: titles.module, options: moduleOptions(offered) },
  { kind: 'many', name: 'status_ids', label: titles.status, options: offered?.statuses },
  { kind: 'many', name: 'type_ids', label: titles.type, options: offered?.types },
  { kind: 'many', name: 'urgs', label: titles.urgency, options: offered?.urgencies },
  { kind: 'many', name: 'priority_ids', label: titles.backlog_priority, options: offered?.priority_ids },
  { kind: 'many', name: 'priorities', label: titles.priority, options: offered?.priorities },
  { kind: 'many', name: 'author_ids', label: titles.author, options: offered?.authors },
  { kind: 'many', name: 'release_ids', label: titles.release_id, options: releaseOptions(offered) },
  { kind: 'many', name: 'isPaid', label: titles.isPaid, options: offered?.isPaid },
  { kind: 'many', name: 'isInBacklogValues', label: 'Бэклог', options: offered?.isInBacklogValues },
]
