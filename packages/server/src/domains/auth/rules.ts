import { adminPeople } from '@vypusk/contract'
import { furthest } from '../../platform/elapsed.ts'
import { idleSince, SESSION_SECONDS } from './policy.ts'

/** The sign-ins of the demo data (product.md, "Settings and demo sign-ins"), as the login page shows them. */
export const DEMO_SIGN_INS = [
  { login: 'admin', password: 'demo', who: 'сотрудник, администратор' },
  { login: 'manager', password: 'demo', who: 'сотрудник, менеджер релизов' },
  { login: 'client1', password: 'demo', who: 'клиент, с доступом в реестр' },
  { login: 'client2', password: 'demo', who: 'клиент двух других компаний, без реестра' },
]

/** Keeps only letters, in lower case and with ё as е: «Иванова-2026!» becomes a name. */
const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}]/gu, '')

/**
 * Returns the words that somebody who knows a person tries first: login, address, names of the person and of the
 * company, and each of their words.
 */
export const personalWords = (texts: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(
    texts
      .flatMap((text) => (text === null ? [] : [text, text.split('@')[0] ?? '', ...text.split(/[^\p{L}]+/u)]))
      .map(lettersOf)
      .filter((word) => word.length > 2),
  )

/** Checks whether a password is just such a word with digits and signs around it. */
export const standsFor = (password: string, words: ReadonlySet<string>): boolean => words.has(lettersOf(password))

/**
 * Whether a person goes on with another company than that of this further account, which their groups may name: because it
 * is hidden, until it is shown again, or because an administrator has decided so.
 */
export const isPassedOver = (account: { first_when_shown: boolean; passed_over: boolean }): boolean =>
  account.first_when_shown || account.passed_over

const BROWSERS: [RegExp, string][] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/**
 * Returns the device, such as «Chrome, Windows», from the user agent. The first match counts, because each browser also
 * claims to be those after it.
 */
export function deviceOf(user_agent: string): string {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(user_agent))?.[1]
  return [named(BROWSERS), named(SYSTEMS)].filter((name) => name !== undefined).join(', ') || 'Неизвестное устройство'
}

const KINDS: Record<string, string> = {
  session: 'сеансы',
  api_token: 'токены API',
  calendar_link: 'ссылка календаря',
  password_link: 'ссылка для пароля',
  file_link: 'ссылки на файлы',
}

/** «сеансы: 2, токены API: 1»; empty when nothing was open. @param kinds one element for each thing that was open */
export const endedInWords = (kinds: readonly string[]): string =>
  [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${KINDS[kind] ?? kind}: ${all.length}`).join(', ')

/** What the history calls the fields of a person; the company appears by name. */
export const PERSON_TITLES = {
  login: 'Логин',
  name: 'Имя',
  email: 'Почта',
  namecomp: 'Компания',
  corporate: 'Корпоративная запись',
  ...adminPeople.rightTitles,
}

/** Letters and digits that are not mistaken for one another. There are thirty, so twelve of them carry 59 bits. */
export const RECOVERY_LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
export const RECOVERY_LENGTH = 12

/** Normalizes a code for comparison: people type spaces, dashes and capitals. */
export const plainCode = (code: string): string => code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Checks for the form of an authenticator's code; anything else is a recovery code. */
export const isCounted = (plain: string): boolean => /^\d{6}$/.test(plain)

/** «abcd-efgh-jkmn»: a recovery code as it is written down. */
export const inGroups = (plain: string): string => plain.replace(/.{4}(?=.)/g, '$&-')

/** The moments that decide whether a session is valid, ISO 8601. */
export interface ValidSince {
  /** It expires after this moment. */
  now: string
  /** It was last used after this moment. */
  since: string
  /** It expires by this moment; a later end was set while a clock was ahead, and is not believed. */
  until: string
}

export const validSince = (now: Date, { sessionIdleHours }: { sessionIdleHours: number }): ValidSince => ({
  now: now.toISOString(),
  since: idleSince(now, sessionIdleHours),
  until: furthest(now.toISOString(), SESSION_SECONDS * 1000),
})

/** Something stored that opens the product in a person's name; null for what it does not depend on. */
export interface Entrance {
  kind: string
  expires_at: string | null
  /** Sessions only. */
  last_seen_at: string | null
}

/** Whether it still opens the product. */
export const stillOpens = ({ expires_at, last_seen_at }: Omit<Entrance, 'kind'>, valid: ValidSince): boolean =>
  (expires_at === null || expires_at > valid.now) &&
  (last_seen_at === null || (last_seen_at > valid.since && (expires_at ?? '') <= valid.until))
