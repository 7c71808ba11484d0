import type { Change } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { historyOf } from '../../../platform/history.ts'
import { maySee } from '../policy.ts'
import { knownEntry } from './scope.ts'

/**
 * The changes of an entry, newest first, of the columns that the person may see; for a client those since the entry is
 * its company's. @throws 404
 */
export async function changelog(db: Db, person: Person, id: number): Promise<{ changes: Change[] }> {
  const { former_change_id } = await knownEntry(db, person, id)
  const changes = await historyOf(db, 'registry_entry', id)
  const isOwn = (change: Change) => person.isRivc || change.id > former_change_id
  return { changes: changes.filter((change) => isOwn(change) && maySee(person, change.field)) }
}
