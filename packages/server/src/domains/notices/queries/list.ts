import { sql } from 'kysely'
import { decodeName, notices, type PlannedMoment } from '@vypusk/contract'
import type { Call, Db, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { hrefOf } from './links.ts'

export type Reader = Viewer & Pick<Person, 'id' | 'can_enter_registry'>

/**
 * The notices of things that the person may see now: somebody who lost access sees no notices of them, not even old
 * ones. Each row looks up its own thing, so that a page reads no more things than it shows; `limit` makes sure of that.
 */
export const noticesOf = (db: Db, person: Reader) =>
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

/** The notices behind the bell, newest first. */
const onScreen = (db: Db, reader: Reader) => noticesOf(db, reader).where('n.screen', '=', true).orderBy('n.id', 'desc')

/** What a person may read notices by. */
export const readerOf = ({ id, can_enter_registry, ...eyes }: Person) => ({ ...eyesOf(eyes), id, can_enter_registry })

// Both are planned once: an index has everybody's notices in this order.
const unread = statement((db, { reader }: { reader: Reader }) =>
  onScreen(db, reader).select('n.id').where('n.read_at', 'is', null).limit(sql.lit(notices.MOST_COUNTED)),
)

interface Portion {
  reader: Reader
  only: boolean
  before: number | undefined
  limit: number
}
const portion = statement((db, { reader, only, before, limit }: Portion) =>
  onScreen(db, reader)
    .select(['n.id', 'n.text', 'n.moments', 'n.doer', 'n.at', 'n.read_at', 'n.settled_at', 'n.entity', 'n.entity_id'])
    // The columns were written from the contract's own lists.
    .select([sql<notices.Kind>`n.kind`.as('kind'), sql<notices.Reason>`n.reason`.as('reason')])
    .select(['t.title', 't.release_id'])
    .$if(only, (q) => q.where('n.read_at', 'is', null))
    .$if(before !== undefined, (q) => q.where('n.id', '<', before ?? 0))
    .limit(limit),
)

/** How many are unread, up to the limit that is counted, and the id of the newest of them. */
export async function unreadOf(db: Db, person: Person) {
  const rows = await unread.all(db, { reader: readerOf(person) })
  return { unread: rows.length, newest: rows[0]?.id ?? null }
}

type Row = Awaited<ReturnType<typeof portion.all>>[number]

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
    portion.all(db, { reader: readerOf(person), only, before, limit: per_page + 1 }),
    unreadOf(db, person),
  ])
  const shown = rows.slice(0, per_page)
  return {
    notices: shown.map((row) => noticeOf(row, person.isRivc)),
    next: rows.length > per_page ? (shown.at(-1)?.id ?? null) : null,
    ...counted,
  }
}
