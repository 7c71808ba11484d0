import { sql } from 'kysely'
import { momentOf, today, type Clock } from '../clock.ts'
import type { Db } from '../database.ts'
import { dayInWords } from '../text/plain-text.ts'
import { statement } from '../statement.ts'

/** A daily checksum over the heads of all chains and the checksum of the day before (docs/decisions/0086). */
export interface DailyHead {
  /** The day in the installation's time zone, `YYYY-MM-DD`. */
  day: string
  chains: number
  /** SHA-256 in hex. */
  hash: string
}

/**
 * The hash covers the hash of the head written last, whatever its day: a clock may have been ahead. It is followed by one line
 * for each chain, in the byte order of their names.
 */
const noting = statement(
  (_, { day, at }: { day: string; at: string }) => sql<{ day: string }>`
    insert into daily_heads (day, at, chains, hash)
    select ${day}::date, ${at}::timestamptz, count(*), sha256(convert_to(
      coalesce((select encode(hash, 'hex') from daily_heads order by seq desc limit 1), repeat('0', 64)) || E'\n'
      || coalesce(string_agg(head.chain || ' ' || head.seq || ' ' || encode(head.hash, 'hex') || E'\n',
        '' order by head.chain collate "C"), ''), 'UTF8'))
    from chain_heads as head
    where head.seq > 0
    having not exists (select from daily_heads as noted where noted.day = ${day}::date)
    on conflict do nothing
    returning day`,
)

/**
 * Records today's head unless there is one already.
 * @returns whether it did
 */
export const noteDailyHead = async (db: Db, clock: Clock): Promise<boolean> =>
  (await noting.first(db, { day: today(clock), at: momentOf(clock) })) !== undefined

const latest = statement(
  (_, { day, most }: { day: string; most: number }) => sql<DailyHead>`
    select to_char(day, 'YYYY-MM-DD') as day, chains, encode(hash, 'hex') as hash
    from daily_heads where daily_heads.day <= ${day}::date order by seq desc limit ${most}::int`,
)

/**
 * The heads written last, newest first, without those of days that are still to come.
 * @param day the day of today, `YYYY-MM-DD`
 */
export const dailyHeads = (db: Db, day: string, most: number): Promise<DailyHead[]> => latest.all(db, { day, most })

/** The sentence at the foot of letters, used for comparison too. */
export const headInWords = ({ day, hash }: DailyHead): string => `Сумма журнала на ${dayInWords(day)}: ${hash}`
