import type { Db } from '../../../platform/call.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

const reachable = statement((db, { companies }: { companies: number[] }) =>
  db
    .selectFrom('shared_users as u')
    .select(['u.id', 'u.name', 'u.idcomp'])
    .where('u.idcomp', '=', oneOf(companies))
    .where('u.email', 'is not', null)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null),
)

/**
 * Returns everybody of each company who can receive letters, the same people that the form of an agreement suggests.
 */
export async function reachableOf(db: Db, companies: number[]) {
  const people = await reachable.all(db, { companies })
  const byName = people.toSorted((a, b) => a.name.localeCompare(b.name, 'ru') || a.id - b.id)
  return Map.groupBy(byName, ({ idcomp }) => idcomp)
}
