import type { RefusalSpec } from '../../platform/refusal.ts'

/** Seconds a sign-in lasts. */
export const SESSION_SECONDS = 14 * 24 * 3600
/** api.md: `pageSettings` is at most 32 KiB of JSON. */
export const MAX_SETTINGS_BYTES = 32 * 1024

/** A session that nobody has used since then is over. @returns ISO 8601 */
export const idleSince = (now: Date, hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString()

/** A blocked person's right password still opens nothing. */
export const mayEnter = (user: { is_blocked: boolean }): boolean => !user.is_blocked

/** How long the link of a password letter lives: over a weekend. */
export const PASSWORD_LINK_MS = 3 * 24 * 3600 * 1000

export const DEAD_LINK: RefusalSpec = [
  404,
  'Ссылка больше не действует: по ней уже задали пароль, прошло три дня или отправлена новая. Попросите администратора выслать её ещё раз',
]

interface PasswordOwner {
  local_until: string | null
  /** Has come in by the directory at least once. */
  in_directory: boolean
}

interface Ways {
  localSignIn: boolean
  hasDirectory: boolean
}

/**
 * Whether the password kept here opens a session (docs/decisions/0028): in the hour of an emergency always, else where
 * local sign-in is on and no directory answers for the person.
 */
export function opensByPassword({ local_until, in_directory }: PasswordOwner, ways: Ways, now: Date): boolean {
  if (local_until !== null && Date.parse(local_until) > now.getTime()) return true
  return ways.localSignIn && !(in_directory && ways.hasDirectory)
}

/** Who has to have a second factor (SECOND_FACTOR). */
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

/** What a letter and history say has become of a person's second factors. */
export const factorNews = {
  added: (name: string) => `добавлен: ${name}`,
  removed: (name: string) => `убран: ${name}`,
  renewed: 'получены новые коды восстановления',
  recovered: (left: number) => `вход по коду восстановления, осталось кодов: ${left}`,
  reset: (names: string[]) => `сброшен: ${names.join(', ')}`,
} as const

interface Adder {
  /** The password kept here opens. */
  isLocal: boolean
  settings: Demand
  /** Browsers let passkeys be used at the system's address. */
  hasSite: boolean
}

/** Whether a person may add an application, or a passkey. */
export function mayAddFactor(kind: 'totp' | 'passkey', { isLocal, settings, hasSite }: Adder): true | RefusalSpec {
  if (settings.secondFactor === 'off') return factorReasons.off
  if (!isLocal) return factorReasons.notLocal
  return kind === 'passkey' && !hasSite ? factorReasons.noSite : true
}

/** Why everything that was open in a person's name has ended, as history says it. */
export const endings = {
  blocked: 'человек заблокирован',
  serviceBlocked: 'сервис заблокирован',
  password: 'задан новый пароль',
  left: 'человека убрали из компании',
  directory: 'каталог компании закрыл доступ',
  unlinked: 'корпоративная запись больше не связана',
  groups: 'группы корпоративного входа больше не дают доступа',
} as const

/** What is wrong with a password, under its field. */
export const passwordReasons = {
  wrong: 'Нынешний пароль введён неверно',
  common: 'Этот пароль подбирают одним из первых. Придумайте другой: лучше несколько слов подряд',
  personal: 'Пароль повторяет ваш логин, имя или компанию. Придумайте другой',
} as const

/** What a corporate sign-in that leads nowhere says. */
export const reasons = {
  notSetUp: [422, 'Корпоративный вход не настроен. Войдите по логину и паролю'],
  notLocal: [422, 'Вы входите через корпоративную учётную запись: пароль меняют там'],
  notOwnCompany: [422, 'Эта компания не ваша: возможно, вас из неё убрали'],
  noSession: [404, 'Такого сеанса нет: возможно, он уже завершён'],
  down: [503, 'Сервер корпоративного входа не отвечает. Попробуйте позже или сообщите администратору'],
  cancelled: [422, 'Вход отменён на странице корпоративного входа. Чтобы войти, начните ещё раз'],
  stale: [422, 'Этот вход устарел или начат в другом окне. Начните вход ещё раз'],
  noGroup: [422, 'Вашей учётной записи вход не открыт: попросите администратора добавить вас в нужную группу'],
  otherSide: [422, 'Ваши группы и ваша учётная запись относят вас к разным сторонам. Сообщите администратору'],
  otherPerson: [422, 'Эта корпоративная запись уже связана с другим человеком. Сначала уберите связь у него'],
  noCompany: [422, 'Компания вашей группы не найдена. Сообщите администратору'],
} as const satisfies Record<string, RefusalSpec>

/** Only an administrator says whose account it is: by what the provider calls the person, which nobody can choose. */
export const notLinked = (subject: string): RefusalSpec => [
  422,
  `Ваша корпоративная запись здесь ни с кем не связана. Попросите администратора связать её с вашей учётной записью и назовите её номер: ${subject}`,
]

/** What people read when the database refuses. */
export const constraints: Record<string, RefusalSpec> = {
  users_login_once: [422, 'Такой логин уже занят'],
  corporate_identities_user_once: [
    422,
    'Этот логин уже связан с другой корпоративной учётной записью. Обратитесь к администратору',
  ],
  user_settings_size: [422, 'Настройки страницы не больше 32 КиБ'],
}
