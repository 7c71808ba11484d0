import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { addressees } from './letters.ts'
import type { Addressee } from '../rules.ts'

export interface SubstituteAround {
  /** The substitute. */
  person: Addressee
  /** The colleague who is away. */
  away: string
  date_to: string
}

const substituteBy = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_substitutes as s')
    .innerJoin('shared_users as away', 'away.id', 's.user_id')
    .select(['s.substitute_id', 's.date_to', 'away.name as away'])
    .where('s.id', '=', id),
)

/** A current substitute with the person they stand in for; undefined if there is none. */
export async function substituteAround(db: Db, id: number): Promise<SubstituteAround | undefined> {
  const found = await substituteBy.first(db, { id })
  const person = found && (await addressees.first(db, { ids: [found.substitute_id] }))
  return person && { person, away: found.away, date_to: found.date_to }
}
