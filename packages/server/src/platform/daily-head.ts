import { sql } from 'kysely'
import { momentOf, today, type Clock } from './clock.ts'
import type { Db } from './database.ts'
import { dayInWords } from './plain-text.ts'
import { statement } from './statement.ts'

/** One sum a day over where all chains end, and over the day before it (docs/decisions/0086). */
export interface DailyHead {
  /** The installation's day, `YYYY-MM-DD`. */
  day: string
  chains: number
  /** SHA-256 in hex. */
  hash: string
}

/** What is hashed: the hash of the last day, then a line for each chain, in the order of their bytes. */
const noting = statement(
  (_, { day, at }: { day: string; at: string }) => sql<{ day: string }>`
    insert into daily_heads (day, at, chains, hash)
    select ${day}::date, ${at}::timestamptz, count(*), sha256(convert_to(
      coalesce((select encode(hash, 'hex') from daily_heads order by day desc limit 1), repeat('0', 64)) || E'\n'
      || coalesce(string_agg(head.chain || ' ' || head.seq || ' ' || encode(head.hash, 'hex') || E'\n',
        '' order by head.chain collate "C"), ''), 'UTF8'))
    from chain_heads as head
    where head.seq > 0
    having not exists (select from daily_heads as noted where noted.day >= ${day}::date)
    on conflict do nothing
    returning day`,
)

/** Notes the head of today where there is none. @returns whether it did */
export const noteDailyHead = async (db: Db, clock: Clock): Promise<boolean> =>
  (await noting.first(db, { day: today(clock), at: momentOf(clock) })) !== undefined

const latest = statement(
  (_, { most }: { most: number }) => sql<DailyHead>`
    select to_char(day, 'YYYY-MM-DD') as day, chains, encode(hash, 'hex') as hash
    from daily_heads order by daily_heads.day desc limit ${most}::int`,
)

/** The last days that have one, the latest first. */
export const dailyHeads = (db: Db, most: number): Promise<DailyHead[]> => latest.all(db, { most })

/** As the foot of letters says it, and whoever compares it. */
export const headInWords = ({ day, hash }: DailyHead): string => `Сумма журнала на ${dayInWords(day)}: ${hash}`
