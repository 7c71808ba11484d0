import { decodeName } from '@vypusk/contract'
import type { publications, ReplyOf } from '@vypusk/contract'
import type { FilterDefinition } from '../../components/kit/filter-bar/types.ts'
import { day, ids, text } from '../../components/kit/list-state/codecs.ts'
import type { Sorting } from '../../components/kit/list-state/useListState.ts'

/** The filters of the list, named as in the call's query. */
export const publicationSchema = {
  search_string: text(),
  date_from: day(),
  date_to: day(),
  release_ids: ids(),
  client_ids: ids(),
  module_ids: ids(),
}

const keys = ['id', 'created_at', 'author', 'release', 'files_count', 'files_size'] as const
export const newestFirst: Sorting<(typeof keys)[number]> = { keys, order_by: 'id', isDesc: true }

type FilterChoices = ReplyOf<typeof publications.getFilters>
type Filter = FilterDefinition<typeof publicationSchema>

/**
 * The filters of the list.
 * @param isRivc false for clients, who have only their own company and nothing to choose from
 */
export function publicationFilters(offered: FilterChoices | undefined, isRivc: boolean): Filter[] {
  const company: Filter = {
    kind: 'many',
    name: 'client_ids',
    label: 'Компания',
    options: offered?.companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })),
  }
  return [
    { kind: 'range', from: 'date_from', to: 'date_to', label: 'Опубликовано' },
    { kind: 'many', name: 'release_ids', label: 'Релиз', options: offered?.releases },
    ...(isRivc ? [company] : []),
    {
      kind: 'many',
      name: 'module_ids',
      label: 'Модуль',
      options: offered?.modules.map(({ idmod, namemod, system }) => ({ id: idmod, name: namemod, group: system })),
    },
  ]
}
