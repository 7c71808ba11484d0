import type { Db, Person } from '../../../platform/call.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { knows } from '../../access/port.ts'
import { reasons } from '../policy.ts'

/** The entries that a person may see. The table has the alias `e`. */
export const entriesFor = (db: Db, person: Person) =>
  db.selectFrom('registry_entries as e').where(knows.registryEntry(person))

/** @throws 404 if there is no such entry, or it belongs to another company */
export async function knownEntry(
  db: Db,
  person: Person,
  id: number,
): Promise<{ id: number; idcomp: number; version: number }> {
  const row = await entriesFor(db, person)
    .select(['e.id', 'e.idcomp', 'e.version'])
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuseWith(reasons.noRecord)
  return row
}
