import { registry } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { pageSettings } from '../../auth/port.ts'
import { maySee } from '../policy.ts'
import { arranged, possibleColumns } from '../rules.ts'

/** The names under which the person's settings are stored, beside those of the other pages. */
export const SETTINGS = { columns: 'RegistryColumns', filters: 'RegistryFilters' } as const

/**
 * The columns that the person may choose from. Columns they may not see are left out; a client's company is the same in
 * every row and hidden by default.
 */
export const columnsFor = (person: Person) =>
  possibleColumns
    .filter(({ key }) => maySee(person, key))
    .map((column) => (column.key === 'company' && !person.isRivc ? { ...column, defaultVisible: false } : column))

/** The person's columns; settings stored in an older form are ignored. */
export async function selfColumns(db: Db, person: Person) {
  const kept = registry.updateSelfColumns.body?.safeParse(await pageSettings(db, person, SETTINGS.columns))
  return {
    columns: arranged(columnsFor(person), kept?.data?.columns ?? []),
    density: kept?.data?.density ?? ('normal' as const),
  }
}

export async function selfFilters(db: Db, person: Person) {
  const kept = registry.updateSelfFilters.body?.safeParse(await pageSettings(db, person, SETTINGS.filters))
  return kept?.data ?? { company_ids: [] }
}
