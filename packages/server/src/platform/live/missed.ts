import type { Selectable } from 'kysely'
import type { live as contract } from '@vypusk/contract'
import type { Clock } from '../clock.ts'
import type { Db } from '../database.ts'
import type { DB } from '../db-types.gen.ts'
import type { Audience } from '../events.ts'
import type { Person } from '../person.ts'
import type { OwnNews } from './own-news.ts'

/** What a browser missed while it had no stream. */

type LiveEvent = contract.LiveEvent

const of = (entity: LiveEvent['entity']): LiveEvent => ({ entity, id: 0, version: 0, by: null })

/** Tells a browser that there is a new notice for its person. */
export const OWN = of('notice')

/**
 * Tells browsers to fetch everything again; sent when notifications may have been missed. `all` alone would not: what
 * belongs to the person is not among the things that change together.
 */
export const EVERYTHING: readonly LiveEvent[] = [of('all'), of('user'), of('account')]

export const COLUMNS = ['entity', 'entity_id', 'version', 'companies', 'user_id', 'stream_key'] as const
type EventRow = Pick<Selectable<DB['events']>, (typeof COLUMNS)[number]>

export const eventOf = ({ entity, entity_id, version, user_id }: EventRow): LiveEvent => ({
  // The column is only written by emit(), with values of the same union.
  entity: entity as LiveEvent['entity'],
  id: entity_id,
  version,
  by: user_id,
})

/** The event of a mark for this person's browsers; undefined if it is not theirs, or was made in this very one. */
export const markFor = ({ mark }: OwnNews, person_id: number, key?: string): LiveEvent | undefined =>
  mark?.user_id === person_id && (key === undefined || key !== mark.stream)
    ? { entity: mark.entity, id: mark.id, version: 0, by: person_id }
    : undefined

/** A change is committed a moment after its time was taken, and the clocks of two nodes differ, ms. */
const LATE_MS = 2000
/** If more has happened, the browser fetches everything again. */
const MOST_MISSED = 100
/** The most that a browser asks for (`missed_ms`), ms. */
const LONGEST_MS = 60_000

/**
 * Keeps what concerns single people for as long as a new stream may ask for it: it is announced, but stored nowhere.
 * @param now milliseconds that only grow
 */
export function createRecentNews(now: () => number = () => performance.now()) {
  let kept: { at: number; news: OwnNews }[] = []
  let isLost = false
  /** Until then some may have been missed. */
  let lostUntil = -Infinity
  return {
    note(news: OwnNews) {
      const since = now() - LONGEST_MS - LATE_MS
      kept = kept.filter(({ at }) => at >= since)
      kept.push({ at: now(), news })
    },
    /** From now on some may be missed. */
    lose: () => void (isLost = true),
    resume() {
      if (isLost) lostUntil = now()
      isLost = false
    },
    /** What was announced in these last milliseconds; undefined if that is not known. */
    since(ms: number): OwnNews[] | undefined {
      const from = now() - ms - LATE_MS
      return isLost || lostUntil >= from ? undefined : kept.flatMap(({ at, news }) => (at >= from ? [news] : []))
    },
  }
}
export type RecentNews = ReturnType<typeof createRecentNews>

interface Missing {
  db: Db
  clock: Clock
  mayHear: Audience['mayHear']
  news: RecentNews
}

/** The latest changes, for a new stream: what its browser shows was read before the stream was open. */
export async function missedBy(
  { person, key }: { person: Person; key?: string | undefined },
  missedMs: number,
  { db, clock, mayHear, news }: Missing,
): Promise<readonly LiveEvent[]> {
  const since = new Date(clock.now().getTime() - missedMs - LATE_MS)
  const latest = db
    .selectFrom('events')
    .select([...COLUMNS, 'id', 'at'])
    .orderBy('id', 'desc')
    .limit(MOST_MISSED)
  const rows = await db
    .selectFrom(latest.as('e'))
    .select(COLUMNS)
    .where('e.at', '>=', since.toISOString())
    .orderBy('e.id')
    .execute()
  const own = news.since(missedMs)
  if (rows.length === MOST_MISSED || own === undefined) return EVERYTHING
  const heard = rows.filter((row) => mayHear(person, row)).map(eventOf)
  const marks = own.flatMap((one) => markFor(one, person.id, key) ?? [])
  // Notices are made by the same changes.
  const isNoticed = heard.length > 0 || own.some(({ noticed }) => noticed.has(person.id))
  return [...heard, ...marks, ...(isNoticed ? [OWN] : [])]
}
