import type { Change } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { historyOf } from '../../../platform/history.ts'
import { maySee } from '../policy.ts'
import { knownEntry } from './scope.ts'

/** The changes of an entry, newest first, of the columns that the person may see. @throws 404 */
export async function changelog(db: Db, person: Person, id: number): Promise<{ changes: Change[] }> {
  await knownEntry(db, person, id)
  const changes = await historyOf(db, 'registry_entry', id)
  return { changes: changes.filter(({ field }) => maySee(person, field)) }
}
