import { orderedList } from '../../../platform/ordered-list.ts'

export const systemList = orderedList({ table: 'systems', id: 'idsys', name: 'namesys', hidden: 'deleted_at' })
/** The modules are ordered within their system. */
export const moduleList = orderedList({
  table: 'modules',
  id: 'idmod',
  name: 'namemod',
  hidden: 'deleted_at',
  part: 'idsys',
})
