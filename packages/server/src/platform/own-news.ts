import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The PostgreSQL channel for notifications; the payload is the ids of people who have new notices. */
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

export const idsIn = (payload: string): Set<number> => new Set(payload.split(',').map(Number))
