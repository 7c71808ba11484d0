import { createHmac } from 'node:crypto'
import { cutTo, DAY_MS, decodeName, readable, tokens, trackers, webhooks } from '@vypusk/contract'
import { hasBeen, hasCome, msSince } from '../../platform/elapsed.ts'

/** @param now ISO 8601 */
export const daysLater = (now: string, days: number): string => new Date(Date.parse(now) + days * DAY_MS).toISOString()

export const LONGEST_TOKEN_MS = tokens.MOST_DAYS * DAY_MS

/**
 * Whether the days of a token, or of a service's tokens, are over. An end that is further than any token lasts was set
 * while a clock was ahead. @param now ISO 8601
 */
export const isExpired = (expires_at: string, now: string): boolean => hasCome(expires_at, now, LONGEST_TOKEN_MS)

/**
 * Whether a token opens the product. One created while a clock was ahead does not: its days were counted from a moment
 * that is still to come. @param now ISO 8601
 */
export const isTokenValid = ({ created_at, expires_at }: { created_at: string; expires_at: string }, now: string) =>
  !isExpired(expires_at, now) && hasBeen(created_at, Date.parse(now))

/** Whether the owner of a token is an administrator by it: only a token of the widest scope makes them one. */
export const administers = ({ isAdmin, scope }: { isAdmin: boolean; scope: string }): boolean =>
  isAdmin && scope === 'admin'

/** Whether nothing has arrived for too long. @param since ISO 8601 */
export const isOver = (since: string, now: string, days: number): boolean => daysLater(since, days) <= now

/**
 * Deliveries of one group are made one after the other. A server has two groups: one that is slow takes two workers
 * of many, and one that is well gets hundreds of messages in half the time.
 */
export const groupOf = (url: string, delivery_id: number): string => `${new URL(url).host} ${delivery_id % 2}`

interface Busy {
  status: number
  retryAfter: string | null
}
const BUSY: ReadonlySet<number> = new Set([429, 503])
const MOST_SECONDS = 24 * 3600
/** A moment as HTTP writes it: `Fri, 06 Mar 2026 06:30:00 GMT`. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * How long a receiver that is busy asks to wait (Retry-After), in seconds: 0 if it does not say so, or nothing that can
 * be read, and a day at most. @param now milliseconds since 1970
 */
export function busySeconds({ status, retryAfter }: Busy, now: number): number {
  if (retryAfter === null || !BUSY.has(status)) return 0
  const until = HTTP_DATE.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : Math.ceil((until - now) / 1000)
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), MOST_SECONDS)
}

/**
 * The signature by which a receiver verifies a delivery. The timestamp is signed too, so that an old delivery cannot be
 * replayed.
 */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

interface Failure {
  name?: string
  code?: string
}

const UNTRUSTED = 'Сертификату сервера нельзя доверять'
const NO_WAY = 'До адреса нет пути по сети'

const REASONS: Record<string, string> = {
  ENOTFOUND: 'Адрес не найден',
  EAI_AGAIN: 'Адрес не найден: сервер имён не отвечает',
  ECONNREFUSED: 'Соединение не принято',
  ECONNRESET: 'Соединение оборвалось',
  ETIMEDOUT: 'Соединение не принято: адрес не отвечает',
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  // A whole chain up to an authority that this machine does not know, as companies have their own.
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: 'Сертификат сервера истёк',
  CERT_NOT_YET_VALID: 'Сертификат сервера ещё не действует: сверьте часы',
  EPROTO: 'Защищённое соединение не удалось: по этому адресу отвечают без TLS или с устаревшим',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Сертификат выдан другому серверу',
}

/** Why there was no answer, for the administrator who has to fix it. */
export function failureText({ name = '', code = '' }: Failure, seconds = 10): string {
  if (name === 'PrivateAddress') return 'Адрес ведёт во внутреннюю сеть, а это не разрешено (WEBHOOKS_TO_PRIVATE)'
  if (name === 'TimeoutError' || name === 'AbortError') return `Нет ответа за ${seconds} секунд`
  // What the parser of HTTP says of bytes that are none.
  if (code.startsWith('HPE_')) return 'По этому адресу отвечает не сервер HTTP'
  return REASONS[code] ?? 'Соединиться не удалось'
}

/** The most things that one message names; of the rest it gives the number. */
const MOST_NAMED = 10

/**
 * Escapes user text for a message, so that messengers show it unchanged and do not read it as markup, links or calls to
 * everybody. They know three entities; a mention is recognised by its @ alone, so a zero-width character follows it.
 * Mattermost and Rocket.Chat read Markdown too, in which a link or a picture is a bracket with its address directly
 * after it; a backslash before the bracket would be shown by Slack.
 */
const plain = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[@\]]/g, (sign) => `${sign}\u200b`)

export interface Named {
  title: string
  href: string
}

/**
 * The body for an incoming webhook of Slack, Mattermost or Rocket.Chat.
 * @param heading what happened
 * @param by the person who did it; '' if there is none
 */
export function messageOf(heading: string, things: Named[], by: string): string {
  const named = things.slice(0, MOST_NAMED).map(({ title, href }) => `<${href}|${plain(title)}>`)
  const more = things.length > MOST_NAMED ? [`и ещё ${things.length - MOST_NAMED}`] : []
  const who = by === '' ? '' : ` · ${plain(by)}`
  const text =
    named.length === 1 ? `*${heading}*: ${named[0]}${who}` : [`*${heading}*${who}`, ...named, ...more].join('\n')
  return JSON.stringify({ text })
}

export const TEST_MESSAGE = JSON.stringify({ text: 'Проверка: «Выпуск» на связи' })

interface ChannelScope {
  release_id: number | null
  company_id: number | null
}

interface Reached {
  /** The releases it belongs to. */
  releases: number[]
  /** The companies that may see it now. */
  companies: number[]
}

/**
 * Whether a channel is notified about a thing: it gets everything, or what belongs to its release, or what its company
 * may read.
 * @param notified the companies that were notified of the event; null: all that may see the thing
 */
export function isForChannel(
  { release_id, company_id }: ChannelScope,
  { releases, companies }: Reached,
  notified: number[] | null,
): boolean {
  if (release_id !== null) return releases.includes(release_id)
  if (company_id === null) return true
  return companies.includes(company_id) && (notified === null || notified.includes(company_id))
}

/** The path of a Redmine attachment below the tracker's own address: the key is sent nowhere else. */
export const attachmentPath = (url: string): string | undefined =>
  URL.canParse(url) ? /\/attachments\/download\/\d+\/[^/]+$/.exec(new URL(url).pathname)?.[0] : undefined

const FIRST_PAUSE_MS = 10 * 60_000
const PAUSES_GROW = 4
/** When to try again to fetch a file: after ten minutes, then four times as long, at most a day. @param now ISO 8601 */
export const askAgainAt = (now: string, tries: number): string =>
  new Date(Date.parse(now) + Math.min(DAY_MS, FIRST_PAUSE_MS * PAUSES_GROW ** tries)).toISOString()

const MINUTES_OF_HOUR = 60
const MOST_MINUTES = 600_000
const minutesOf = (hours: number | null | undefined) =>
  Math.min(MOST_MINUTES, Math.max(0, Math.round((hours ?? 0) * MINUTES_OF_HOUR)))

/** What people see of a text, on one line. What the database does not take – a zero, half an emoji – would stop all. */
const seenOf = (text: string) =>
  readable(text)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
/** The same, cut to the length of our own field. */
const lineOf = (text: string, most: number) => cutTo(seenOf(text), most)

/** The fields of a Redmine issue that a task is made from. */
interface TrackerIssue {
  id: number
  subject: string
  status: { name: string }
  assigned_to?: { name: string } | undefined
  parent?: { id: number } | undefined
  estimated_hours?: number | null | undefined
  spent_hours?: number | null | undefined
  custom_fields?: { name: string; value?: unknown }[] | undefined
}

/** The requests named by a field: numbers, former keys and addresses of requests, several separated by commas. */
function namesIn(value: unknown): string[] {
  const values = [value]
    .flat()
    .filter((one): one is string | number => typeof one === 'string' || typeof one === 'number')
  return values
    .flatMap((one) => seenOf(String(one)).split(/[\s,;]+/))
    .map((one) => /[?&]open=(\d+)/.exec(one)?.[1] ?? one.replace(/^[#№]/, ''))
    .filter((one) => one !== '')
    .slice(0, MOST_NAMED)
}

/** A developers' task, with what leads to its request: the names in its own field, and its parent issue. */
export function taskOf(issue: TrackerIssue, { url, request_field }: { url: string; request_field: string }) {
  const isField = ({ name }: { name: string }) => seenOf(name).toLowerCase() === request_field.toLowerCase()
  return {
    key: String(issue.id),
    title: lineOf(issue.subject, 500) || `№ ${issue.id}`,
    status: lineOf(issue.status.name, 100) || '–',
    assignee: lineOf(issue.assigned_to?.name ?? '', 200) || null,
    planned_time: minutesOf(issue.estimated_hours),
    spent_time: minutesOf(issue.spent_hours),
    url: `${url}/issues/${issue.id}`,
    names: (issue.custom_fields ?? []).filter(isField).flatMap(({ value }) => namesIn(value)),
    parent: issue.parent ? String(issue.parent.id) : null,
  }
}

/** The seconds after each full minute at which a tracker is read; one that does not answer is read less often. */
export const timesToRead = (isFailing: boolean): number[] =>
  isFailing ? [0] : [0, trackers.READ_EACH_SECONDS, 2 * trackers.READ_EACH_SECONDS]

/** @param since ISO 8601 */
export const isOlder = (since: string, now: Date, ms: number): boolean => msSince(since, now.getTime()) > ms

/** The history's names for the fields that a service has and a person does not. */
export const SERVICE_TITLES = {
  about: 'Для чего',
  scope: 'Что можно',
  expires_at: 'Действует до',
  token: 'Токен',
  is_blocked: 'Заблокирован',
}

/** The scopes of tokens and services as the history shows them. */
export const SCOPE_NAMES: Record<string, string> = {
  read: 'только читать',
  write: 'читать и менять',
  admin: 'администрировать',
  directory: 'сообщать о людях (SCIM)',
}

/** The history's names for what is recorded about webhooks. */
export const WEBHOOK_TITLES = {
  url: 'Адрес',
  about: 'О чём',
  kinds: 'События',
  is_active: 'Включён',
  secret: 'Секрет подписи',
  removed: 'Удаление',
}

/** The history's names for what is recorded about trackers. */
export const TRACKER_TITLES = {
  name: 'Название',
  url: 'Адрес',
  request_field: 'Поле задачи с номером заявки',
  source: 'Источник перенесённых заявок',
  is_active: 'Включён',
  key: 'Ключ',
  removed: 'Удаление',
}

type Described = Pick<webhooks.Webhook, 'url' | 'format' | 'kinds' | 'is_active' | 'release' | 'company'>

/** A webhook as the history shows it. Whoever knows the address of a channel can write to it: only its end is shown. */
export const webhookInWords = ({ url, format, kinds, is_active, release, company }: Described) => ({
  url: format === 'slack' ? `${new URL(url).host}/…${url.slice(-SHOWN_END)}` : url,
  about: release?.title ?? (company && decodeName(company.namecomp)),
  kinds: kinds.map((kind) => webhooks.KIND_NAMES[kind]).join(', '),
  is_active,
})
const SHOWN_END = 4
