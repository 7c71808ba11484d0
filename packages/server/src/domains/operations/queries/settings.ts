import { join } from 'node:path'
import { settings } from '@vypusk/contract'
import { decoded } from '../../../platform/settings/address.ts'
import { abilityOf } from '../../../platform/ability.ts'
import type { DailyHead } from '../../../platform/chain/daily-head.ts'
import { dayInWords } from '../../../platform/text/plain-text.ts'
import type { ReplicaState } from '../../../platform/replica/watch.ts'
import type { Settings } from '../../../platform/settings.ts'
import { mayCheck } from '../policy.ts'

type Fact = settings.SettingFact

const shown = (title: string, variable: string, value: string | null): Fact => ({
  title,
  variable,
  value: value === '' ? null : value,
  is_set: value !== null && value !== '',
  is_secret: false,
})

/** A setting of which only is shown whether it is set. */
const secret = (title: string, variable: string, value: string | null): Fact => ({
  ...shown(title, variable, value),
  value: null,
  is_secret: true,
})

const onOff = (on: boolean) => (on ? 'включено' : 'выключено')

/** The parts of an address that may be shown: never its password, never the query string. */
function partsOf(address: string | null) {
  if (address === null) return { server: null, user: null, password: null, path: null }
  const { protocol, host, username, password, pathname } = new URL(address)
  const path = decoded(pathname.replace(/^\//, ''))
  return { server: `${protocol}//${host}`, user: decoded(username), password, path }
}

function databaseFacts({ databaseUrl, replica, dataDir }: Settings): Fact[] {
  if (databaseUrl === null) return [shown('Встроенная, в папке', 'DATA_DIR', join(dataDir, 'postgres'))]
  const { server, path, user, password } = partsOf(databaseUrl)
  return [
    shown('Сервер', 'DATABASE_URL', server),
    shown('База', 'DATABASE_URL', path),
    shown('Имя', 'DATABASE_URL', user),
    secret('Пароль', 'DATABASE_URL', password),
    shown('Реплика для чтения', 'DATABASE_READ_URL', partsOf(replica?.url ?? null).server),
  ]
}

function mailFacts({ smtpUrl, mailFrom, dataDir }: Settings): Fact[] {
  const from = shown('Отправитель', 'MAIL_FROM', mailFrom)
  if (smtpUrl === null) {
    const outbox = shown('Письма складываются файлами', 'DATA_DIR', join(dataDir, 'outbox'))
    return [shown('Сервер', 'SMTP_URL', null), outbox, from]
  }
  const { server, user, password } = partsOf(smtpUrl)
  return [
    shown('Сервер', 'SMTP_URL', server),
    shown('Имя', 'SMTP_URL', user),
    secret('Пароль', 'SMTP_URL', password),
    from,
  ]
}

function ftpFacts({ ftpUrl }: Settings): Fact[] {
  if (ftpUrl === null) return [shown('Сервер', 'FTP_URL', null)]
  const { server, path, user, password } = partsOf(ftpUrl)
  return [
    shown('Сервер', 'FTP_URL', server),
    shown('Папка', 'FTP_URL', path),
    shown('Имя', 'FTP_URL', user),
    secret('Пароль', 'FTP_URL', password),
    shown(
      'Отпечаток сервера',
      'FTP_URL',
      new URL(ftpUrl).searchParams.get('fingerprint')?.replaceAll(' ', '+') ?? null,
    ),
  ]
}

function fileFacts({ s3Url, dataDir, ...limits }: Settings): Fact[] {
  const quota = [
    shown('Файлов одного человека без места', 'UPLOAD_QUOTA_FILES', String(limits.quotaFiles)),
    shown('Их размер, МБ', 'UPLOAD_QUOTA_MB', String(limits.quotaBytes / (1024 * 1024))),
  ]
  if (s3Url === null) return [shown('Папка', 'DATA_DIR', join(dataDir, 'files')), ...quota]
  const { server, path, user, password } = partsOf(s3Url)
  return [
    shown('Сервер', 'S3_URL', server),
    shown('Корзина и папка', 'S3_URL', path),
    secret('Ключ', 'S3_URL', user),
    secret('Секрет', 'S3_URL', password),
    ...quota,
  ]
}

function oidcFacts({ oidc }: Settings): Fact[] {
  if (oidc === null) return [shown('Сервер входа', 'OIDC_ISSUER', null)]
  return [
    shown('Сервер входа', 'OIDC_ISSUER', oidc.issuer),
    shown('Имя этой системы на нём', 'OIDC_CLIENT_ID', oidc.clientId),
    secret('Секрет', 'OIDC_CLIENT_SECRET', oidc.clientSecret),
    shown('Что спрашивается', 'OIDC_SCOPE', oidc.scope),
  ]
}

function ldapFacts({ ldap }: Settings): Fact[] {
  if (ldap === null) return [shown('Каталог', 'LDAP_URL', null)]
  return [
    shown('Каталог', 'LDAP_URL', ldap.url),
    shown('Переход на TLS', 'LDAP_START_TLS', onOff(ldap.startTls)),
    shown('Учётная запись', 'LDAP_BIND_DN', ldap.bindDn),
    secret('Пароль', 'LDAP_BIND_PASSWORD', ldap.bindPassword),
    ldap.userDn === null
      ? shown('Где ищутся люди', 'LDAP_BASE', ldap.base)
      : shown('Имя человека', 'LDAP_USER_DN', ldap.userDn),
  ]
}

const FACTOR_DEMANDS: Record<Settings['secondFactor'], string> = {
  off: 'выключен',
  optional: 'по желанию человека',
  admin: 'обязателен администраторам',
  staff: 'обязателен сотрудникам',
  all: 'обязателен всем',
}

const backupFacts = ({ backup }: Settings): Fact[] => [
  shown('Папка', 'BACKUP_DIR', backup?.folder ?? null),
  shown('Время', 'BACKUP_AT', backup?.at ?? null),
  shown('Сколько копий хранить', 'BACKUP_KEEP', backup ? String(backup.keep) : null),
]

const SCIM_LINKS = {
  nothing: 'включено, прежние записи не связываются',
  login: 'включено, прежние записи связываются по логину',
  email: 'включено, прежние записи связываются по почте',
} as const

const FACTS: Record<settings.SettingSection, (current: Settings) => Fact[]> = {
  database: databaseFacts,
  mail: mailFacts,
  ftp: ftpFacts,
  files: fileFacts,
  sign_in: (current) => [
    shown('По паролям этой системы', 'LOCAL_SIGN_IN', onOff(current.localSignIn)),
    shown('Второй фактор', 'SECOND_FACTOR', FACTOR_DEMANDS[current.secondFactor]),
    shown('Секреты закрыты ключом', 'SECRETS_KEY', current.secretsKeys.length > 0 ? 'из настроек' : 'из базы данных'),
    shown('Прокси, которым верят', 'TRUSTED_PROXIES', current.trustedProxies?.toString() ?? null),
    shown('Общая cookie с соседней системой', 'CROSS_LOGIN_COOKIE', current.crossLoginCookie),
    ...oidcFacts(current),
    ...ldapFacts(current),
    shown('Каталог сообщает о людях (SCIM)', 'SCIM_GROUPS', current.scim ? SCIM_LINKS[current.scim.linksBy] : null),
  ],
  backup: backupFacts,
}

/** What `mayCheck` has to know of the settings. */
export const setUp = ({ smtpUrl, ftpUrl, oidc, ldap, backup }: Settings) => ({
  hasSmtp: smtpUrl !== null,
  hasFtp: ftpUrl !== null,
  hasCorporate: oidc !== null || ldap !== null,
  hasBackup: backup !== null,
})

/**
 * The hash that a backup, a dossier or a letter of that day is compared with; empty until the first one is recorded.
 */
const headFacts = (head: DailyHead | undefined): Fact[] =>
  head ? [shown(`Сумма журнала на ${dayInWords(head.day)}`, '', head.hash)] : []

const REPLICA_STATES: Record<ReplicaState, string> = {
  ready: 'отвечает, списки и книги читаются с неё',
  late: 'отстаёт, читается с основного сервера',
  away: 'не годится или не отвечает, читается с основного сервера',
}

/** The facts of a section that are found at runtime. */
interface Found {
  head: DailyHead | undefined
  /** Undefined if there is no replica. */
  replica: ReplicaState | undefined
}

const foundFacts = (section: settings.SettingSection, { head, replica }: Found): Fact[] => {
  if (section === 'backup') return headFacts(head)
  return section === 'database' && replica ? [shown('Реплика сейчас', '', REPLICA_STATES[replica])] : []
}

/** The settings of this installation, section by section. */
export const allSettings = (current: Settings, found: Found) => ({
  sections: settings.settingSections.map(({ section }): settings.SettingGroup => ({
    section,
    facts: [...FACTS[section](current), ...foundFacts(section, found)],
    abilities: { check: abilityOf(mayCheck(section, setUp(current))) },
  })),
})

const inAddress = (address: string | null): string[] => {
  const { user, password } = partsOf(address)
  return password ? [password, decoded(password), ...(address?.startsWith('http') ? [user ?? ''] : [])] : []
}

/** Every secret of the settings, which must not be shown anywhere. */
export const secretsOf = ({ databaseUrl, replica, smtpUrl, ftpUrl, s3Url, oidc, ldap }: Settings): string[] => [
  ...[databaseUrl, replica?.url ?? null, smtpUrl, ftpUrl, s3Url].flatMap(inAddress),
  oidc?.clientSecret ?? '',
  ldap?.bindPassword ?? '',
]
