import { createHmac } from 'node:crypto'
import { trackers, webhooks } from '@vypusk/contract'

const DAY_MS = 24 * 3600 * 1000

/** @param now ISO 8601 */
export const daysLater = (now: string, days: number): string => new Date(Date.parse(now) + days * DAY_MS).toISOString()

/** Whether nothing has arrived for too long. @param since ISO 8601 */
export const isOver = (since: string, now: string, days: number): boolean => daysLater(since, days) <= now

/** What a receiver checks a delivery by: the moment is signed too, so that an old one cannot be played again. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

interface Failure {
  name?: string
  code?: string
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'Адрес не найден',
  EAI_AGAIN: 'Адрес не найден: сервер имён не отвечает',
  ECONNREFUSED: 'Соединение не принято',
  ECONNRESET: 'Соединение оборвалось',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Сертификату сервера нельзя доверять',
  SELF_SIGNED_CERT_IN_CHAIN: 'Сертификату сервера нельзя доверять',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Сертификату сервера нельзя доверять',
  CERT_HAS_EXPIRED: 'Сертификат сервера истёк',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Сертификат выдан другому серверу',
}

/** Why there was no answer, for the administrator who has to do something about it. */
export function failureText({ name = '', code = '' }: Failure, seconds = 10): string {
  if (name === 'PrivateAddress') return 'Адрес ведёт во внутреннюю сеть, а это не разрешено (WEBHOOKS_TO_PRIVATE)'
  if (name === 'TimeoutError' || name === 'AbortError') return `Нет ответа за ${seconds} секунд`
  return REASONS[code] ?? 'Соединиться не удалось'
}

/** What one message names; of more it says how many. */
const MOST_NAMED = 10

/**
 * Words of people in a message: what messengers read as marks, links and calls to everybody stays what it is. They know
 * three entities; a mention they know by its @ alone, so something without width stands behind it.
 */
const plain = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '@\u200b')

export interface Named {
  title: string
  href: string
}

/** The body for an incoming webhook of Slack, Mattermost or Rocket.Chat. @param by who did it; '' for nobody */
export function messageOf(kind: webhooks.ChannelKind, things: Named[], by: string): string {
  const named = things.slice(0, MOST_NAMED).map(({ title, href }) => `<${href}|${plain(title)}>`)
  const more = things.length > MOST_NAMED ? [`и ещё ${things.length - MOST_NAMED}`] : []
  const who = by === '' ? '' : ` · ${plain(by)}`
  const text =
    named.length === 1
      ? `*${webhooks.KIND_NAMES[kind]}*: ${named[0]}${who}`
      : [`*${webhooks.KIND_NAMES[kind]}*${who}`, ...named, ...more].join('\n')
  return JSON.stringify({ text })
}

export const TEST_MESSAGE = JSON.stringify({ text: 'Проверка: «Выпуск» на связи' })

interface ChannelScope {
  release_id: number | null
  company_id: number | null
}

interface Reached {
  /** Releases it is of. */
  releases: number[]
  /** Companies that may know of it as it stands. */
  companies: number[]
}

/**
 * Whether a channel is told of a thing: everything, what is of its release, or what its company may read.
 * @param notified companies that were told that it happened; null: all that may know of the thing
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

/** Where Redmine keeps attachments, below its own address: a key goes nowhere else. */
export const attachmentPath = (url: string): string | undefined =>
  URL.canParse(url) ? /\/attachments\/download\/\d+\/[^/]+$/.exec(new URL(url).pathname)?.[0] : undefined

const FIRST_PAUSE_MS = 10 * 60_000
const PAUSES_GROW = 4
/** When a file is asked for again that was not given: ten minutes, then four times as long, a day at most. @param now ISO 8601 */
export const askAgainAt = (now: string, tries: number): string =>
  new Date(Date.parse(now) + Math.min(DAY_MS, FIRST_PAUSE_MS * PAUSES_GROW ** tries)).toISOString()

const MINUTES_OF_HOUR = 60
const MOST_MINUTES = 600_000
const minutesOf = (hours: number | null | undefined) =>
  Math.min(MOST_MINUTES, Math.max(0, Math.round((hours ?? 0) * MINUTES_OF_HOUR)))

/** One line of at most so many characters, as our own fields are. */
const lineOf = (text: string, most: number) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, most)

/** An issue of a Redmine, as far as a task of it is made. */
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

/** What a field says of requests: numbers, former keys, addresses of requests, several by commas. */
function namesIn(value: unknown): string[] {
  const values = [value]
    .flat()
    .filter((one): one is string | number => typeof one === 'string' || typeof one === 'number')
  return values
    .flatMap((one) => String(one).split(/[\s,;]+/))
    .map((one) => /[?&]open=(\d+)/.exec(one)?.[1] ?? one.replace(/^[#№]/, ''))
    .filter((one) => one !== '')
    .slice(0, MOST_NAMED)
}

/** A task of developers, with what leads to its request: what its own field says, and the issue above it. */
export function taskOf(issue: TrackerIssue, { url, request_field }: { url: string; request_field: string }) {
  const isField = ({ name }: { name: string }) => name.toLowerCase() === request_field.toLowerCase()
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

/** Seconds from each full minute at which a tracker is read; one that does not answer is asked less. */
export const timesToRead = (isFailing: boolean): number[] =>
  isFailing ? [0] : [0, trackers.READ_EACH_SECONDS, 2 * trackers.READ_EACH_SECONDS]

/** @param since ISO 8601 */
export const isOlder = (since: string, now: Date, ms: number): boolean => now.getTime() - Date.parse(since) > ms

/** What history calls the fields of a service that a person has not. */
export const SERVICE_TITLES = {
  about: 'Для чего',
  scope: 'Что можно',
  expires_at: 'Действует до',
  token: 'Токен',
  is_blocked: 'Заблокирован',
}

/** What a service may, in the words of its history. */
export const SCOPE_NAMES: Record<string, string> = {
  read: 'только читать',
  write: 'читать и менять',
  directory: 'сообщать о людях (SCIM)',
}
