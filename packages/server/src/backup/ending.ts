import type { ClientBase } from 'pg'
import { RESTORE_SCHEMA as BESIDE } from '../platform/database/state.ts'
import { latestStep } from '../platform/credentials/totp.ts'
import { returnedIn, returnedInWords, type Returned } from './returning.ts'

/**
 * Sessions, links and tokens that a restore has ended: those that a copy must not bring back, and those that were ended
 * in the former system after the copy was made.
 */
export interface Ended {
  sessions: number
  password_links: number
  file_links: number
  api_tokens: number
  calendar_links: number
  /** Tokens and links that are still valid in the copy, although it is unknown whether they were ended since. */
  unknown: number
  /** What people had closed since and is open again; null when the former system cannot tell. */
  returned: Returned[] | null
}

/** Whether the former system can tell what was ended since: it is the one that was copied, and its tables exist. */
const KNOWN = `select count(*) = 4 as so from unnest(array['installation', 'sessions', 'api_tokens', 'calendar_links']) name
  where to_regclass('public.' || name) is not null`

const IS_SAME = `select exists (select from public.installation former join ${BESIDE}.installation copied using (key, value)
  where key = 'known_browsers') as so`

/** Tokens that were revoked, or ended earlier: with the shortened term of their service. */
const END_TOKENS = `update ${BESIDE}.api_tokens copied set revoked_at = coalesce(former.revoked_at, former.expires_at)
  from public.api_tokens former
  where former.token_hash = copied.token_hash and copied.revoked_at is null
    and (former.revoked_at is not null or former.expires_at <= $1 and copied.expires_at > $1)`

/** A missing link was ended, unless it was made after the last activity in the former system. */
const END_CALENDARS = `delete from ${BESIDE}.calendar_links copied
  where not exists (select from public.calendar_links former where former.secret_hash = copied.secret_hash)
    and copied.created_at <= greatest((select max(at) from public.history), (select max(last_seen_at) from public.sessions))`

/** Whether the former system went on after the copy and so can tell what people have changed since. */
const WENT_ON = `select (select max(at) from public.history) >= (select max(at) from ${BESIDE}.history) as so`

const HAS_CODES = `select to_regclass('public.recovery_codes') is not null as so`

const END_CODES = `delete from ${BESIDE}.recovery_codes copied
  where not exists (select from public.recovery_codes former
    where former.user_id = copied.user_id and former.code_hash = copied.code_hash)`

/**
 * The copy does not know which codes of applications were used since. As a code is valid only once, those up to now are
 * rejected.
 */
const END_SHOWN_CODES = `update ${BESIDE}.second_factors set last_step = $1 where last_step < $1`

const OPEN = `select (select count(*) from ${BESIDE}.api_tokens where revoked_at is null)::int
  + (select count(*) from ${BESIDE}.calendar_links)::int as open`

const isSo = async (client: ClientBase, question: string): Promise<boolean> =>
  (await client.query<{ so: boolean | null }>(question)).rows[0]?.so === true

const canSay = async (client: ClientBase): Promise<boolean> =>
  (await isSo(client, KNOWN)) && (await isSo(client, IS_SAME))

/**
 * Ends in the copy, before it replaces the old system, what must not give access any more: every session, everything
 * that is valid once or for minutes, and the tokens, calendar links and recovery codes that the former system knows to
 * be ended.
 * @param now codes of applications shown before it are not accepted, so for a minute nobody can sign in with one
 */
export async function endWaysIn(client: ClientBase, now: Date): Promise<Ended> {
  const count = async (statement: string, values: unknown[] = []) =>
    (await client.query(statement, values)).rowCount ?? 0
  const known = await canSay(client)
  const wentOn = known && (await isSo(client, WENT_ON))
  await client.query(`delete from ${BESIDE}.factor_challenges`)
  await client.query(END_SHOWN_CODES, [latestStep(now)])
  if (wentOn && (await isSo(client, HAS_CODES))) await client.query(END_CODES)
  return {
    sessions: await count(`delete from ${BESIDE}.sessions`),
    password_links: await count(`delete from ${BESIDE}.password_links`),
    file_links: await count(`delete from ${BESIDE}.file_links`),
    api_tokens: known ? await count(END_TOKENS, [now]) : 0,
    calendar_links: known ? await count(END_CALENDARS) : 0,
    unknown: known ? 0 : ((await client.query<{ open: number }>(OPEN)).rows[0]?.open ?? 0),
    returned: wentOn ? await returnedIn(client) : null,
  }
}

/** The same in sentences for the administrator. */
export function endedInWords(ended: Ended): string[] {
  const { sessions, password_links, file_links, api_tokens, calendar_links, unknown } = ended
  const summary = [
    `Завершено из копии: сеансов ${sessions}, ссылок для пароля ${password_links}, ссылок на файлы ${file_links}. Все входят заново`,
  ]
  if (api_tokens + calendar_links > 0)
    summary.push(
      `Отозванное после копии осталось отозванным: токенов API ${api_tokens}, ссылок календаря ${calendar_links}`,
    )
  if (unknown > 0)
    summary.push(
      `Токены API и ссылки календаря (${unknown}) открыты, как в копии: что отозвали после неё, здесь не записано. Отзовите это снова`,
    )
  return [...summary, ...returnedInWords(ended.returned)]
}
