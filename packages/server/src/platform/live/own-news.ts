import { sql } from 'kysely'
import type { live } from '@vypusk/contract'
import type { Db } from '../database.ts'
import type { Person } from '../person.ts'

/**
 * The PostgreSQL channel for what concerns single people; the payload is the ids of people who have new notices, or a mark
 * that somebody has made for themselves.
 */
export const OWN_NEWS_CHANNEL = 'vypusk_own_news'

/** A notification carries less than 8000 bytes; an id takes 11 with its comma. */
const IDS_AT_ONCE = 700

/** Tells the browsers of these people, in every process, to fetch their notices again. */
export async function announceOwnNews(db: Db, user_ids: number[]): Promise<void> {
  const ids = [...new Set(user_ids)]
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    await sql`select pg_notify(${OWN_NEWS_CHANNEL}, ${ids.slice(from, from + IDS_AT_ONCE).join(',')})`.execute(db)
  }
}

/** A mark that only its person sees, such as what they have read of a thing. */
interface OwnMark {
  user_id: number
  entity: live.LiveEvent['entity']
  id: number
  /** The stream of the browser in which it was made, which shows it already. */
  stream?: string | undefined
}

/** Tells the person's other browsers, in every process, that what they see of a thing has changed for them alone. */
export const announceOwnMark = async (
  db: Db,
  { id: user_id, stream }: Pick<Person, 'id' | 'stream'>,
  entity: OwnMark['entity'],
  id: number,
): Promise<void> => {
  const mark: OwnMark = { user_id, entity, id, stream }
  await sql`select pg_notify(${OWN_NEWS_CHANNEL}, ${JSON.stringify(mark)})`.execute(db)
}

/**
 * Tells the person's other browsers that something has changed that belongs to the person alone, such as settings or
 * tokens.
 */
export const announceOwnAccount = (db: Db, person: Pick<Person, 'id' | 'stream'>): Promise<void> =>
  announceOwnMark(db, person, 'account', 0)

/** What a payload says. */
export interface OwnNews {
  noticed: Set<number>
  mark: OwnMark | null
}

/** Reads a payload of the channel. A process of the release before finds nobody in a mark, and passes it over. */
export const newsIn = (payload: string): OwnNews =>
  payload.startsWith('{')
    ? // Written only above.
      { noticed: new Set(), mark: JSON.parse(payload) as OwnMark }
    : { noticed: new Set(payload.split(',').map(Number)), mark: null }
