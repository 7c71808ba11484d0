import { sql } from 'kysely'
import type { notices } from '@vypusk/contract'
import type { Call, Db, Person } from '../../../platform/call.ts'
import { plainName } from '../../../platform/plain-text.ts'
import { hrefOf } from '../rules/links.ts'

/** Notices of things the person may know of now: who lost access is told nothing more, not even of what was. */
export const noticesOf = (db: Db, { id, isRivc, idcomp, can_enter_registry }: Person) =>
  db
    .selectFrom('notices as n')
    .innerJoin('things as t', (join) =>
      join.onRef('t.entity', '=', 'n.entity').onRef('t.entity_id', '=', 'n.entity_id'),
    )
    .where('n.user_id', '=', id)
    .$if(!isRivc, (own) => own.where(sql<boolean>`${idcomp} = any(t.companies)`))
    .$if(!can_enter_registry, (own) => own.where('n.entity', '<>', 'registry_entry'))

/** What the bell shows. */
const onScreen = (db: Db, person: Person) => noticesOf(db, person).where('n.screen', '=', true)

export async function unreadOf(db: Db, person: Person): Promise<number> {
  const { unread } = await onScreen(db, person)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('n.read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** One stretch of the endless list, newest first. */
export async function listNotices({ deps: { db }, person, query }: Call<typeof notices.list>) {
  const { before, per_page, unread: only } = query
  const [rows, unread] = await Promise.all([
    onScreen(db, person)
      .select(['n.id', 'n.text', 'n.doer', 'n.at', 'n.read_at', 'n.entity', 'n.entity_id', 't.release_id'])
      // Written from the contract's own lists.
      .select([sql<notices.Kind>`n.kind`.as('kind'), sql<notices.Reason>`n.reason`.as('reason')])
      .select(sql<string>`t.title`.as('title'))
      .$if(only, (q) => q.where('n.read_at', 'is', null))
      .$if(before !== undefined, (q) => q.where('n.id', '<', before ?? 0))
      .orderBy('n.id', 'desc')
      .limit(per_page + 1)
      .execute(),
    unreadOf(db, person),
  ])
  const shown = rows.slice(0, per_page)
  return {
    notices: shown.map(({ id, kind, reason, title, text, doer, at, read_at, ...place }) => ({
      id,
      kind,
      reason,
      text,
      doer,
      at,
      title: plainName(title),
      href: hrefOf(place, person.isRivc),
      read: read_at !== null,
    })),
    next: rows.length > per_page ? (shown.at(-1)?.id ?? null) : null,
    unread,
  }
}
