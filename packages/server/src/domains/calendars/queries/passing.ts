import { sql } from 'kysely'

/**
 * When a date is over, the one answer to it: a time of day is a moment of the installation's clock, the same everywhere; a
 * day without one is over when it is over at the company. Sessions of the database live in the installation's zone.
 * @param of what the table goes by that has `releaseDate`, `releaseTime` and `company_id`
 */
export const passesAt = (of: string) => sql<string | null>`(
  case when ${sql.ref(`${of}.releaseTime`)} is not null
    then (${sql.ref(`${of}.releaseDate`)} + ${sql.ref(`${of}.releaseTime`)}) at time zone current_setting('TimeZone')
    else (${sql.ref(`${of}.releaseDate`)} + 1)::timestamp at time zone coalesce(
      (select kept.zone from company_calendars as kept where kept.company_id = ${sql.ref(`${of}.company_id`)}),
      current_setting('TimeZone'))
  end)`

/**
 * The zone of the company by whose clocks dates are also read; null where it has none of its own.
 * @param of what the table goes by that has `company_id`
 */
export const companyZone = (of: string) =>
  sql<
    string | null
  >`(select kept.zone from company_calendars as kept where kept.company_id = ${sql.ref(`${of}.company_id`)})`

/** Whether it was over at a moment, ISO 8601; a date that nobody has set is never over. */
export const isOver = (of: string, now: string) => sql<boolean>`coalesce(${passesAt(of)} <= ${now}::timestamptz, false)`

/** The same of a row that was read with `passesAt`. */
export const hasPassed = ({ passes_at }: { passes_at: string | null }, now: Date): boolean =>
  passes_at !== null && new Date(passes_at) <= now
