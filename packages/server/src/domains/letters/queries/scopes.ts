import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { SCOPE_LETTERS, notifiedByAll } from '../rules.ts'

/** What the letters about a changed scope have told. */

const lastLetters = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('letters as l')
    .innerJoin('shared_deliveries as d', 'd.letter_id', 'l.id')
    .innerJoin('shared_events as e', 'e.id', 'l.event_id')
    .select(['d.state', 'l.told_sha', 'e.at', sql<string | null>`e.data ->> 'to'`.as('to')])
    .where('l.event_id', '=', (eb) =>
      eb
        .selectFrom('letters as last')
        .select(({ fn }) => fn.max('last.event_id').as('event_id'))
        .where('last.entity', '=', 'agreement')
        .where('last.entity_id', '=', id)
        .where('last.kind', 'in', SCOPE_LETTERS),
    )
    .where('l.entity', '=', 'agreement')
    .where('l.entity_id', '=', id),
)

/** The scope that the last letters about it told of instead of the one that they were written about; null if none. */
export async function lastNotifiedScope(db: Db, agreement_id: number) {
  const letters = await lastLetters.all(db, { id: agreement_id })
  const [first] = letters
  const sum = notifiedByAll(letters)
  return first?.to && sum !== null ? { instead: first.to, sum, at: first.at } : null
}
