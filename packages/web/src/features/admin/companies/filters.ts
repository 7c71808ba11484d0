import { adminCompanies } from '@vypusk/contract'
import type { lookups, ReplyOf } from '@vypusk/contract'
import type { FilterDefinition } from '../../../components/kit/filter-bar/types.ts'
import { ids, text } from '../../../components/kit/list-state/codecs.ts'
import type { Sorting } from '../../../components/kit/list-state/useListState.ts'

export const schema = { search_string: text(), module_ids: ids(), state_ids: ids() }

const keys = ['namecomp', 'modules_count', 'people_count', 'created_at'] as const
export const byName: Sorting<(typeof keys)[number]> = { keys, order_by: 'namecomp', isDesc: false }

const STATES = [
  { id: adminCompanies.states.active, name: adminCompanies.stateNames.active },
  { id: adminCompanies.states.hidden, name: adminCompanies.stateNames.hidden },
]

type Systems = ReplyOf<typeof lookups.systemsModules>['systems']

export const filtersOf = (systems: Systems | undefined): FilterDefinition<typeof schema>[] => [
  {
    kind: 'many',
    name: 'module_ids',
    label: 'Модуль',
    options: systems?.flatMap(({ modules }) =>
      modules.map(({ idmod, namemod, system }) => ({ id: idmod, name: namemod, group: system })),
    ),
  },
  { kind: 'many', name: 'state_ids', label: 'Состояние', options: STATES },
]
