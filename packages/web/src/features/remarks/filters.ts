import { decodeName, threads } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import type { FilterDefinition, QuickSet } from '../../components/kit/filter-bar/types.ts'
import { choice, flag, ids, text } from '../../components/kit/list-state/codecs.ts'
import type { Sorting } from '../../components/kit/list-state/useListState.ts'

/** The filters of the list, named as in the call's body. */
export const schema = {
  search_string: text(),
  shown: choice('unclosed', 'open', 'answered', 'closed', 'all'),
  mine: flag(),
  late: flag(),
  blocking: flag(),
  release_ids: ids(1),
  client_ids: ids(1),
  owner_ids: ids(1),
}

export const nearestFirst: Sorting<(typeof threads.threadOrder)[number]> = {
  keys: threads.threadOrder,
  order_by: 'due',
  isDesc: false,
}

export const sets: QuickSet<typeof schema>[] = [
  { label: 'Открытые', values: {} },
  { label: 'Мои', values: { mine: true } },
  { label: 'Просроченные', values: { late: true } },
  { label: 'Держат публикацию', values: { blocking: true } },
  { label: 'Закрытые', values: { shown: 'closed' } },
]

type FilterChoices = ReplyOf<typeof threads.getFilters>

export const filtersOf = (offered: FilterChoices | undefined): FilterDefinition<typeof schema>[] => [
  { kind: 'many', name: 'release_ids', label: 'Релиз', options: offered?.releases },
  {
    kind: 'many',
    name: 'client_ids',
    label: 'Компания',
    options: offered?.companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })),
  },
  { kind: 'many', name: 'owner_ids', label: 'Отвечает', options: offered?.owners },
]
