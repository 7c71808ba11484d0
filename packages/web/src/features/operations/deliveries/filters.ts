import { decodeName } from '@vypusk/contract'
import type { Company } from '@vypusk/contract'
import type { FilterDefinition } from '../../../components/kit/filter-bar/types.ts'
import { choice, day, ids, text } from '../../../components/kit/list-state/codecs.ts'
import type { Sorting } from '../../../components/kit/list-state/useListState.ts'
import { formatNumber } from '../../../ui/duration.ts'
import type { Counts } from './api.ts'

/** The filters of the list, named as in the call's query. */
export const schema = {
  state: choice('all', 'failed', 'queued', 'sent'),
  kind: choice('all', 'mail', 'ftp'),
  search_string: text(),
  client_ids: ids(),
  date_from: day(),
  date_to: day(),
}

const keys = ['state', 'id', 'at'] as const
export const failedFirst: Sorting<(typeof keys)[number]> = { keys, order_by: 'state', isDesc: false }

export const filtersOf = (companies: readonly Company[] | undefined): FilterDefinition<typeof schema>[] => [
  {
    kind: 'many',
    name: 'client_ids',
    label: 'Компания',
    options: companies?.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })),
  },
  { kind: 'range', from: 'date_from', to: 'date_to', label: 'Последняя попытка' },
]

export const KINDS: { value: 'all' | 'mail' | 'ftp'; label: string }[] = [
  { value: 'all', label: 'Письма и файлы' },
  { value: 'mail', label: 'Письма' },
  { value: 'ftp', label: 'Файлы' },
]

/** The states with their numbers under the other filters. */
export const statesOf = (counts: Counts | undefined) => {
  const counted = (word: string, count: number | undefined) =>
    count === undefined ? word : `${word} ${formatNumber(count)}`
  return [
    { value: 'all' as const, label: 'Все' },
    { value: 'failed' as const, label: counted('Не дошло', counts?.failed) },
    { value: 'queued' as const, label: counted('Ждут', counts?.queued) },
    { value: 'sent' as const, label: counted('Дошло', counts?.sent) },
  ]
}
