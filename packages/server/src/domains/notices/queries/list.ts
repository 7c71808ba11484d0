import { sql } from 'kysely'
import { decodeName, notices, type PlannedMoment } from '@vypusk/contract'
import type { Call, Db, Person } from '../../../platform/call.ts'
import { knows } from '../../access/port.ts'
import { hrefOf } from '../rules/links.ts'

/**
 * Notices of things the person may know of now: who lost access is told nothing more, not even of what was.
 * Each looks its own thing up, so that a page reads no more things than it shows; `limit` keeps it so.
 */
export const noticesOf = (db: Db, person: Person) =>
  db
    .selectFrom('notices as n')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('told_things')
          // The view's columns are never null but for release_id; the database cannot say so.
          .select([sql<string>`title`.as('title'), 'release_id', 'entity', 'companies'])
          .whereRef('told_things.entity', '=', 'n.entity')
          .whereRef('told_things.entity_id', '=', 'n.entity_id')
          .limit(1)
          .as('t'),
      (join) => join.onTrue(),
    )
    .where('n.user_id', '=', person.id)
    .where(knows.thing(person, 't'))

/** What the bell shows. */
const onScreen = (db: Db, person: Person) => noticesOf(db, person).where('n.screen', '=', true)

/** How many are unread, as far as anybody counts, and the newest of them. */
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
  // Written from the contract's own.
  moments: moments as PlannedMoment[],
  doer,
  at,
  title: decodeName(title),
  href: hrefOf(place, isRivc),
  read: read_at !== null,
  settled: settled_at !== null,
})

/** One stretch of the endless list, newest first. */
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
      // Written from the contract's own lists.
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
