import type { Db, Person } from '../../../platform/call.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { reasons } from '../policy.ts'

/** What decides which entries a person may see and which comments are new to them. */
export type Reader = Viewer & Pick<Person, 'id' | 'can_enter_registry'>

export const readerOf = ({ id, can_enter_registry, ...person }: Person): Reader => ({
  ...eyesOf(person),
  id,
  can_enter_registry,
})

/** The entries that a person may see. The table has the alias `e`. */
export const entriesFor = (db: Db, reader: Reader) =>
  db.selectFrom('registry_entries as e').where(knows.registryEntry(reader))

const entryById = statement((db, { reader, id }: { reader: Reader; id: number }) =>
  entriesFor(db, reader).select(['e.id', 'e.idcomp', 'e.version', 'e.former_change_id']).where('e.id', '=', id),
)

/** @throws 404 if there is no such entry, or it belongs to another company */
export async function knownEntry(
  db: Db,
  person: Person,
  id: number,
): Promise<{ id: number; idcomp: number; version: number; former_change_id: number }> {
  const row = await entryById.first(db, { reader: readerOf(person), id })
  if (!row) throw refuseWith(reasons.noRecord)
  return row
}
