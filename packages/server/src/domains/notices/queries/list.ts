import { sql } from 'kysely'
import { decodeName, notices, type PlannedMoment } from '@vypusk/contract'
import type { Call, Db, Person } from '../../../platform/call.ts'
import { knows } from '../../access/port.ts'
import { hrefOf } from '../rules/links.ts'

/**
 * The notices of things that the person may see now: somebody who lost access sees no notices of them, not even old
 * ones. Each row looks up its own thing, so that a page reads no more things than it shows; `limit` makes sure of that.
 */
export const noticesOf = (db: Db, person: Person) =>
  db
    .selectFrom('notices as n')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('told_things')
          // Only release_id of the view can be null, but the database cannot declare that.
          .select([sql<string>`title`.as('title'), 'release_id', 'entity', 'companies'])
          .whereRef('told_things.entity', '=', 'n.entity')
          .whereRef('told_things.entity_id', '=', 'n.entity_id')
          .limit(1)
          .as('t'),
      (join) => join.onTrue(),
    )
    .where('n.user_id', '=', person.id)
    .where(knows.thing(person, 't'))

/** The notices behind the bell. */
const onScreen = (db: Db, person: Person) => noticesOf(db, person).where('n.screen', '=', true)

/** How many are unread, up to the limit that is counted, and the id of the newest of them. */
export async function unreadOf(db: Db, person: Person) {
  const rows = await onScreen(db, person)
    .select('n.id')
    .where('n.read_at', 'is', null)
    .orderBy('n.id', 'desc')
    .limit(notices.MOST_COUNTED)
    .execute()
  return { unread: rows.length, newest: rows[0]?.id ?? null }
}

interface Row {
  id: number
  kind: notices.Kind
  reason: notices.Reason
  title: string
  text: string
  moments: unknown
  doer: string
  at: string
  read_at: string | null
  settled_at: string | null
  entity: string
  entity_id: number
  release_id: number | null
}

const noticeOf = (
  { id, kind, reason, title, text, moments, doer, at, read_at, settled_at, ...place }: Row,
  isRivc: boolean,
): notices.Notice => ({
  id,
  kind,
  reason,
  text,
  // The column was written from values of the contract.
  moments: moments as PlannedMoment[],
  doer,
  at,
  title: decodeName(title),
  href: hrefOf(place, isRivc),
  read: read_at !== null,
  settled: settled_at !== null,
})

/** One portion of the endless list, newest first. */
export async function listNotices({ deps: { db }, person, query }: Call<typeof notices.list>) {
  const { before, per_page, unread: only } = query
  const [rows, counted] = await Promise.all([
    onScreen(db, person)
      .select([
        'n.id',
        'n.text',
        'n.moments',
        'n.doer',
        'n.at',
        'n.read_at',
        'n.settled_at',
        'n.entity',
        'n.entity_id',
        't.title',
        't.release_id',
      ])
      // The columns were written from the contract's own lists.
      .select([sql<notices.Kind>`n.kind`.as('kind'), sql<notices.Reason>`n.reason`.as('reason')])
      .$if(only, (q) => q.where('n.read_at', 'is', null))
      .$if(before !== undefined, (q) => q.where('n.id', '<', before ?? 0))
      .orderBy('n.id', 'desc')
      .limit(per_page + 1)
      .execute(),
    unreadOf(db, person),
  ])
  const shown = rows.slice(0, per_page)
  return {
    notices: shown.map((row) => noticeOf(row, person.isRivc)),
    next: rows.length > per_page ? (shown.at(-1)?.id ?? null) : null,
    ...counted,
  }
}
