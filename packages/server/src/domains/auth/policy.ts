import { hasCome } from '../../platform/elapsed.ts'
import type { RefusalSpec } from '../../platform/refusal.ts'

/** How long a session lasts, in seconds. */
export const SESSION_SECONDS = 14 * 24 * 3600
/** api.md: `pageSettings` is at most 32 KiB of JSON. */
export const MAX_SETTINGS_BYTES = 32 * 1024
/** All pages are read at once. The product itself has far fewer. */
export const MAX_SETTINGS_PAGES = 100

/**
 * Returns the time since which a session must have been used; one last used before it has expired. @returns ISO 8601
 */
export const idleSince = (now: Date, hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString()

/** A blocked person cannot sign in, even with the right password. */
export const mayEnter = (user: { is_blocked: boolean }): boolean => !user.is_blocked

/** How long the link of a password letter is valid, in milliseconds: three days, to last over a weekend. */
export const PASSWORD_LINK_MS = 3 * 24 * 3600 * 1000

/** How long a password given on the server works while local sign-in is switched off: an hour, in milliseconds. */
export const EMERGENCY_MS = 3_600_000

export const DEAD_LINK: RefusalSpec = [
  404,
  'Ссылка больше не действует: по ней уже задали пароль, прошло три дня или отправлена новая. Попросите администратора выслать её ещё раз',
]

interface PasswordOwner {
  local_until: string | null
  /** The person has signed in through the directory at least once. */
  in_directory: boolean
}

interface Ways {
  localSignIn: boolean
  hasDirectory: boolean
}

/**
 * Checks whether the password stored here opens a session (docs/decisions/0028): always during the hour of an
 * emergency, otherwise where local sign-in is on and no directory is responsible for the person.
 */
export function opensByPassword({ local_until, in_directory }: PasswordOwner, ways: Ways, now: Date): boolean {
  if (local_until !== null && !hasCome(local_until, now.toISOString(), EMERGENCY_MS)) return true
  return ways.localSignIn && !(in_directory && ways.hasDirectory)
}

/** Who must have a second factor (SECOND_FACTOR). */
interface Demand {
  secondFactor: 'off' | 'optional' | 'admin' | 'staff' | 'all'
}

export function isFactorDemanded(
  { isRivc, isAdmin }: { isRivc: boolean; isAdmin: boolean },
  { secondFactor }: Demand,
): boolean {
  if (secondFactor === 'staff') return isRivc
  return secondFactor === 'all' || (secondFactor === 'admin' && isAdmin)
}

export const factorReasons = {
  ask: [401, 'Пароль верный. Подтвердите вход вторым фактором'],
  wrongCode: [401, 'Код не подошёл. Возьмите новый код: каждый действует один раз и меньше минуты'],
  wrongRecovery: [401, 'Такого кода восстановления нет: возможно, он уже использован'],
  wrongPasskey: [401, 'Ключ доступа не подтвердил вход. Попробуйте ещё раз или выберите другой способ'],
  sealed: [
    401,
    'Код приложения сейчас проверить нельзя. Войдите другим способом или попросите администратора сбросить второй фактор',
  ],
  off: [422, 'Второй фактор выключен администратором'],
  notLocal: [422, 'Вы входите через корпоративную учётную запись: второй фактор включают там'],
  noSite: [
    422,
    'Ключи доступа работают там, где систему открывают по имени и через https. Этот адрес задаёт администратор (PUBLIC_URL)',
  ],
  tooMany: [422, 'Вторых факторов не больше десяти: сначала уберите лишний'],
  stale: [422, 'Эта настройка устарела. Начните её ещё раз'],
  code: [422, 'Код не подошёл. Проверьте время на устройстве и введите код, который приложение показывает сейчас'],
  passkey: [422, 'Ключ доступа не подошёл. Начните ещё раз'],
  known: [422, 'Этот ключ доступа уже добавлен'],
  none: [404, 'Такого второго фактора нет: возможно, его уже убрали'],
  noFactor: [422, 'Сначала добавьте приложение или ключ доступа'],
  last: [422, 'Вам нужен второй фактор: сначала добавьте другой'],
} as const satisfies Record<string, RefusalSpec>

/** What letters and the history report about a change to a person's second factors. */
export const factorNews = {
  added: (name: string) => `добавлен: ${name}`,
  removed: (name: string) => `убран: ${name}`,
  renewed: 'получены новые коды восстановления',
  recovered: (left: number) => `вход по коду восстановления, осталось кодов: ${left}`,
  reset: (names: string[]) => `сброшен: ${names.join(', ')}`,
} as const

interface Adder {
  /** The password stored here opens a session. */
  isLocal: boolean
  settings: Demand
  /** Browsers allow passkeys at the system's address. */
  hasSite: boolean
}

/** Checks whether a person may add an authenticator application, or a passkey. */
export function mayAddFactor(kind: 'totp' | 'passkey', { isLocal, settings, hasSite }: Adder): true | RefusalSpec {
  if (settings.secondFactor === 'off') return factorReasons.off
  if (!isLocal) return factorReasons.notLocal
  return kind === 'passkey' && !hasSite ? factorReasons.noSite : true
}

/** Why all access of a person ended, as shown in the history. */
export const endings = {
  blocked: 'человек заблокирован',
  serviceBlocked: 'сервис заблокирован',
  password: 'задан новый пароль',
  left: 'человека убрали из компании',
  moved: 'переход в другую компанию',
  companyHidden: 'компания скрыта',
  readdressed: 'адрес почты изменён',
  directory: 'каталог компании закрыл доступ',
  unlinked: 'корпоративная запись больше не связана',
  groups: 'группы корпоративного входа больше не дают доступа',
} as const

/** Messages for a rejected password, shown at its field. */
export const passwordReasons = {
  wrong: 'Нынешний пароль введён неверно',
  common: 'Этот пароль подбирают одним из первых. Придумайте другой: лучше несколько слов подряд',
  personal: 'Пароль повторяет ваш логин, имя или компанию. Придумайте другой',
} as const

/** Messages for sign-in and account calls that are refused. */
export const reasons = {
  notSetUp: [422, 'Корпоративный вход не настроен. Войдите по логину и паролю'],
  notLocal: [422, 'Вы входите через корпоративную учётную запись: пароль меняют там'],
  notOwnCompany: [422, 'Эта компания не ваша: возможно, вас из неё убрали'],
  noSession: [404, 'Такого сеанса нет: возможно, он уже завершён'],
  down: [503, 'Сервер корпоративного входа не отвечает. Попробуйте позже или сообщите администратору'],
  cancelled: [422, 'Вход отменён на странице корпоративного входа. Чтобы войти, начните ещё раз'],
  stale: [422, 'Этот вход устарел или начат в другом окне. Начните вход ещё раз'],
  noGroup: [422, 'Вашей учётной записи вход не открыт: попросите администратора добавить вас в нужную группу'],
  groupsUnsaid: [
    422,
    'Сервер корпоративного входа не сообщил ваших групп, поэтому войти нельзя. Сообщите администратору',
  ],
  otherSide: [422, 'Ваши группы и ваша учётная запись относят вас к разным сторонам. Сообщите администратору'],
  otherPerson: [422, 'Эта корпоративная запись уже связана с другим человеком. Сначала уберите связь у него'],
  noCompany: [422, 'Компания вашей группы не найдена. Сообщите администратору'],
  further: [422, 'К компании вашей группы вас уже отнёс администратор как к дополнительной. Сообщите администратору'],
} as const satisfies Record<string, RefusalSpec>

/**
 * Only an administrator links an account, by the provider's subject for the person, which nobody can choose themselves.
 */
export const notLinked = (subject: string): RefusalSpec => [
  422,
  `Ваша корпоративная запись здесь ни с кем не связана. Попросите администратора связать её с вашей учётной записью и назовите её номер: ${subject}`,
]

/** The messages for violated database constraints. */
export const constraints: Record<string, RefusalSpec> = {
  users_login_once: [422, 'Такой логин уже занят'],
  corporate_identities_user_once: [
    422,
    'Этот логин уже связан с другой корпоративной учётной записью. Обратитесь к администратору',
  ],
  user_settings_size: [422, 'Настройки страницы не больше 32 КиБ'],
}
