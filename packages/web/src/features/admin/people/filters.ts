import { adminPeople, decodeName } from '@vypusk/contract'
import type { Company } from '@vypusk/contract'
import type { FilterDefinition } from '../../../components/kit/filter-bar/types.ts'
import { ids, text } from '../../../components/kit/list-state/codecs.ts'
import type { Sorting } from '../../../components/kit/list-state/useListState.ts'

export const schema = { search_string: text(), client_ids: ids(), role_ids: ids(), state_ids: ids() }

const keys = ['id', 'name', 'login', 'email', 'company', 'last_seen_at', 'created_at'] as const
export const byName: Sorting<(typeof keys)[number]> = { keys, order_by: 'name', isDesc: false }

const ROLES = [
  { id: adminPeople.roles.administrator, name: 'Администраторы' },
  { id: adminPeople.roles.staff, name: 'Сотрудники' },
  { id: adminPeople.roles.client, name: 'Клиенты' },
]
const STATES = [
  { id: adminPeople.states.active, name: adminPeople.stateNames.active },
  { id: adminPeople.states.blocked, name: adminPeople.stateNames.blocked },
  { id: adminPeople.states.no_password, name: adminPeople.stateNames.no_password },
]

export const filtersOf = (companies: readonly Company[] | undefined): FilterDefinition<typeof schema>[] => [
  { kind: 'many', name: 'role_ids', label: 'Кто', options: ROLES },
  {
    kind: 'many',
    name: 'client_ids',
    label: 'Компания',
    options: companies?.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })),
  },
  { kind: 'many', name: 'state_ids', label: 'Состояние', options: STATES },
]
