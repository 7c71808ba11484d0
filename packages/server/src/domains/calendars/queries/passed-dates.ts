import { sql } from 'kysely'

/**
 * The company's own time zone, in which dates are shown as well; null when it has none.
 * @param of alias of the table with `company_id`
 */
export const companyZone = (of: string) =>
  sql<
    string | null
  >`(select kept.zone from company_calendars as kept where kept.company_id = ${sql.ref(`${of}.company_id`)})`

/**
 * When a date has passed: a time of day is a moment by the installation's clock, the same everywhere; a day without a
 * time has passed when it is over in the company's time zone. The rule itself is the function `passes_at` of the database,
 * whose sessions run in the installation's time zone.
 * @param of alias of the table with `releaseDate`, `releaseTime` and `company_id`
 */
export const passesAt = (of: string) =>
  sql<string | null>`passes_at(${sql.ref(`${of}.releaseDate`)}, ${sql.ref(`${of}.releaseTime`)}, ${companyZone(of)})`

/**
 * The day of a date by the company's clock, by which its closed days count; a date without a time is the same day
 * everywhere.
 * @param of alias of the table with `releaseDate`, `releaseTime` and `company_id`
 */
export const companyDay = (of: string) => sql<string | null>`coalesce(
  (moment_of(${sql.ref(`${of}.releaseDate`)} + ${sql.ref(`${of}.releaseTime`)}, current_setting('TimeZone'))
    at time zone ${companyZone(of)})::date,
  ${sql.ref(`${of}.releaseDate`)})`

/** Whether the date had passed at a moment, ISO 8601; false when no date is set. */
export const isOver = (of: string, now: string) => sql<boolean>`coalesce(${passesAt(of)} <= ${now}::timestamptz, false)`

/** The same for a row that was read with `passesAt`. */
export const hasPassed = ({ passes_at }: { passes_at: string | null }, now: Date): boolean =>
  passes_at !== null && new Date(passes_at) <= now
