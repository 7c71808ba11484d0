import { resolve } from 'node:path'
import * as z from 'zod'
import { decimalText, wholeText, zones } from '@vypusk/contract'
import { address, hasHost, isDecodable, PERCENT, postgresAddress } from './settings/address.ts'
import { backupExpected, backupOf, backupVariables, type BackupSettings } from './settings/backups.ts'
import {
  corporateExpected,
  corporateVariables,
  ldapOf,
  missingCorporate,
  oidcOf,
  scimOf,
  type LdapSettings,
  type ScimSettings,
  type OidcSettings,
} from './corporate/settings.ts'
import { costExpected, costsOf, costVariables, type Costs } from './settings/costs.ts'
import { limitExpected, limitsOf, limitVariables, type DatabaseLimits } from './database/limits.ts'
import { replicaExpected, replicaOf, replicaVariables, type ReplicaSettings } from './replica/settings.ts'
import { FTP_PROTOCOLS, hasGoodFingerprint } from './external/ftp/address.ts'
import { projectRoot } from './runtime/places.ts'
import { factorExpected, factorsOf, factorVariables, type FactorSettings } from './settings/second-factor.ts'
import { reminderDays, type ReminderDays } from './settings/reminder-days.ts'
import { proxyExpected, proxyVariables, type TrustedProxies } from './settings/proxies.ts'

/** The settings of the process, read once at the start. */
export interface Settings extends Costs, FactorSettings {
  port: number
  host: string
  /** Number of processes that answer calls; with 1, the process that was started does it itself. */
  workers: number
  /** Without a trailing slash; links in letters begin with it. */
  publicUrl: string
  /** Null for the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** PostgreSQL itself, if `databaseUrl` leads through a pooler that does not keep sessions. */
  databaseDirectUrl: string | null
  /** An absolute path. Contains the embedded database, uploaded files, and letters written as files. */
  dataDir: string
  /** Where traces are sent, by OTLP over HTTP; null for nowhere. */
  tracesUrl: string | null
  /** Null when letters are written to `dataDir/outbox`. */
  smtpUrl: string | null
  mailFrom: string
  /** Null when files of publications are not copied anywhere. See ftp/address.ts for the format. */
  ftpUrl: string | null
  /** Name of the cookie shared with a neighbouring system; null for no cross-login check. */
  crossLoginCookie: string | null
  /**
   * `https://key:secret@server/bucket`, optionally with a folder and `?region=`. Null when files are kept in
   * `dataDir/files`.
   */
  s3Url: string | null
  /** In bytes. */
  uploadLimit: number
  logLevel: LogLevel
  /** In milliseconds; what blocks the event loop for longer is logged and ended. 0 switches this off. */
  eventLoopLimit: number
  /** The port for Prometheus; null for none. */
  metricsPort: number | null
  /** Null when not set: then on for a new embedded database and off otherwise. */
  demo: boolean | null
  reminderDays: ReminderDays
  /** Number of requests in the demo data. */
  demoRequests: number
  /** Null when there is no sign-in through a corporate identity provider. */
  oidc: OidcSettings | null
  /** Null when no directory checks passwords of the sign-in form. */
  ldap: LdapSettings | null
  /** Null when no directory provisions people by SCIM. */
  scim: ScimSettings | null
  /**
   * Whether people can sign in with passwords kept here. If not, they can do so only within the hour granted by `npm
   * run admin`.
   */
  localSignIn: boolean
  /** Hours after which an unused session expires. */
  sessionIdleHours: number
  /** Whether webhooks and trackers may have addresses in private networks and on this machine. */
  webhooksToPrivate: boolean
  /** Whether clients see planned hours too; otherwise only staff do. */
  hoursForClients: boolean
  /** Proxies whose information about the caller's address is trusted; null for none. */
  trustedProxies: TrustedProxies | null
  databaseLimits: DatabaseLimits
  /** Null when everything is read from the primary. */
  replica: ReplicaSettings | null
  /** Null when the product makes no backups by itself. */
  backup: BackupSettings | null
}

export type LogLevel = (typeof logLevels)[number]
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Starting is refused. The message is a Russian sentence for the person who starts the server. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Links, cookies and pages assume the root of a host; nothing would work below a path. */
const isRoot = ({ pathname, search, hash }: URL) => pathname === '/' && search === '' && hash === ''

const namesBucket = ({ username, password, pathname }: URL) =>
  username !== '' && password !== '' && /^\/[^/]/.test(pathname)

const WEB = ['http:', 'https:']

const eventLoopLimit = wholeText(
  z
    .int()
    .max(600_000)
    .refine((ms) => ms === 0 || ms >= 500),
).default(5000)

const variables = z.object({
  PORT: wholeText(z.int().min(0).max(65535)).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/)
    .default('127.0.0.1'),
  WORKERS: wholeText(z.int().min(1).max(64)).default(1),
  PUBLIC_URL: address(WEB, isRoot).optional(),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  DATABASE_PASSWORD: z.string().optional(),
  DATA_DIR: z.string().default('data'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(WEB).optional(),
  SMTP_URL: address(['smtp:', 'smtps:'], hasHost).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/)
    .default('Выпуск <vypusk@localhost>'),
  FTP_URL: address(FTP_PROTOCOLS, hasHost, isDecodable, hasGoodFingerprint).optional(),
  CROSS_LOGIN_COOKIE: z
    .string()
    .regex(/^[!#$%&'*+.^`|~\w-]+$/)
    .optional(),
  S3_URL: address(WEB, namesBucket, isDecodable).optional(),
  UPLOAD_LIMIT_MB: decimalText(z.number().positive().max(80_000)).default(2048),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  EVENT_LOOP_LIMIT_MS: eventLoopLimit,
  METRICS_PORT: wholeText(z.int().min(1).max(65535)).optional(),
  TZ: z
    .string()
    .refine((name) => zones.knownZone(name) !== undefined)
    .optional(),
  DEMO: z.stringbool().optional(),
  REMINDER_DAYS: reminderDays,
  DEMO_REQUESTS: wholeText(z.int().min(100).max(1_000_000)).default(20_000),
  WEBHOOKS_TO_PRIVATE: z.stringbool().default(false),
  HOURS_FOR_CLIENTS: z.stringbool().default(false),
  SESSION_IDLE_HOURS: wholeText(z.int().min(1).max(336)).default(72),
  ...corporateVariables,
  ...proxyVariables,
  ...limitVariables,
  ...replicaVariables,
  ...costVariables,
  ...factorVariables,
  ...backupVariables,
})

/** All variables that the process reads, for checks that documents and manifests name no others. */
export const settingNames: string[] = ['VYPUSK_ENV_FILE', ...Object.keys(variables.shape)]

/** A description of each variable's valid values, for the person who sets it. */
const expected: Record<string, string> = {
  PORT: 'номер порта от 0 до 65535',
  HOST: 'адрес или имя, на котором слушать, например 127.0.0.1 или 0.0.0.0',
  WORKERS: 'число процессов от 1 до 64, например 4',
  PUBLIC_URL:
    'адрес, по которому систему открывают люди, без пути после имени, например https://vypusk.example.ru: ' +
    'под путём вида /vypusk система не работает, дайте ей своё имя',
  DATABASE_URL: 'адрес PostgreSQL вида postgres://имя:пароль@сервер:5432/база',
  DATABASE_DIRECT_URL:
    'адрес самого PostgreSQL вида postgres://имя:пароль@сервер:5432/база; нужен, только если DATABASE_URL ведёт через PgBouncer',
  DATABASE_PASSWORD: 'пароль к DATABASE_URL, как он есть, и только если в самом адресе его нет',
  DATA_DIR: 'путь к папке с данными',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'адрес сборщика OpenTelemetry (OTLP по HTTP), например http://127.0.0.1:4318',
  SMTP_URL: 'адрес почтового сервера вида smtp://имя:пароль@сервер:587',
  MAIL_FROM: 'адрес отправителя, например «Выпуск <vypusk@example.ru>»',
  FTP_URL:
    'адрес вида sftp://имя:пароль@сервер:22/папка (также ftp: и ftps:), можно с ' +
    `?fingerprint=SHA256:отпечаток_сервера; ${PERCENT}`,
  CROSS_LOGIN_COOKIE: 'имя cookie из латинских букв, цифр, дефисов и подчёркиваний',
  S3_URL: `адрес хранилища вида https://ключ:секрет@сервер/корзина, можно с папкой и ?region=; ${PERCENT}`,
  UPLOAD_LIMIT_MB: 'наибольший размер файла в мегабайтах до 80000, например 2048',
  LOG_LEVEL: `одно из слов ${logLevels.join(', ')}`,
  EVENT_LOOP_LIMIT_MS: 'число миллисекунд от 500 до 600000, например 5000, или 0',
  METRICS_PORT: 'номер порта от 1 до 65535, другой, чем PORT',
  TZ: 'часовой пояс, например Europe/Moscow',
  DEMO: 'on или off',
  REMINDER_DAYS: 'три или четыре возрастающих числа рабочих дней, первые три до 60, например 2,4,6,8, или off',
  DEMO_REQUESTS: 'число заявок в демонстрационных данных от 100 до 1000000',
  WEBHOOKS_TO_PRIVATE: 'on или off',
  HOURS_FOR_CLIENTS: 'on или off',
  SESSION_IDLE_HOURS: 'число часов от 1 до 336, например 72',
  ...corporateExpected,
  ...proxyExpected,
  ...limitExpected,
  ...replicaExpected,
  ...costExpected,
  ...factorExpected,
  ...backupExpected,
}

/**
 * Reads and checks all settings. An empty variable counts as not set.
 * @throws SettingsError that names the variable and its valid values
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const filled = Object.fromEntries(Object.entries(env).filter(([, text]) => text?.trim()))
  const parsed = variables.safeParse(filled)
  if (!parsed.success) throw wrong(String(parsed.error.issues[0]?.path[0]))
  if (parsed.data.METRICS_PORT === parsed.data.PORT) throw wrong('METRICS_PORT')
  const missing = missingDatabase(parsed.data) ?? missingCorporate(parsed.data)
  if (missing) throw wrong(missing)
  return settingsOf(parsed.data)
}

/** Whether a password opens a session; otherwise it does so only in an emergency (`npm run admin`). */
export const acceptsPasswords = ({ localSignIn, ldap }: Settings): boolean => localSignIn || ldap !== null

function missingDatabase(set: z.output<typeof variables>) {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL, DATABASE_PASSWORD } = set
  if (DATABASE_READ_URL && !DATABASE_URL) return 'DATABASE_READ_URL'
  if (DATABASE_DIRECT_URL && !DATABASE_URL) return 'DATABASE_URL'
  return DATABASE_PASSWORD && (!DATABASE_URL || new URL(DATABASE_URL).password) ? 'DATABASE_PASSWORD' : null
}

/** A separate password may contain any characters, which would have a meaning in a URL. */
function databaseUrlOf(server: string | undefined, password: string | undefined): string | null {
  if (!server || !password || new URL(server).password) return server ?? null
  const whole = new URL(server)
  whole.password = encodeURIComponent(password)
  return whole.href
}

const settingsOf = (set: z.output<typeof variables>): Settings => ({
  port: set.PORT,
  host: set.HOST,
  workers: set.WORKERS,
  publicUrl: (set.PUBLIC_URL ?? ownAddress(set.HOST, set.PORT)).replace(/\/+$/, ''),
  databaseUrl: databaseUrlOf(set.DATABASE_URL, set.DATABASE_PASSWORD),
  databaseDirectUrl: databaseUrlOf(set.DATABASE_DIRECT_URL, set.DATABASE_PASSWORD),
  dataDir: resolve(projectRoot, set.DATA_DIR),
  tracesUrl: set.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  smtpUrl: set.SMTP_URL ?? null,
  mailFrom: set.MAIL_FROM,
  ftpUrl: set.FTP_URL ?? null,
  crossLoginCookie: set.CROSS_LOGIN_COOKIE ?? null,
  s3Url: set.S3_URL ?? null,
  uploadLimit: set.UPLOAD_LIMIT_MB * 1024 * 1024,
  logLevel: set.LOG_LEVEL,
  eventLoopLimit: set.EVENT_LOOP_LIMIT_MS,
  metricsPort: set.METRICS_PORT ?? null,
  demo: set.DEMO ?? null,
  reminderDays: set.REMINDER_DAYS,
  demoRequests: set.DEMO_REQUESTS,
  oidc: oidcOf(set),
  ldap: ldapOf(set),
  scim: scimOf(set),
  localSignIn: set.LOCAL_SIGN_IN,
  sessionIdleHours: set.SESSION_IDLE_HOURS,
  webhooksToPrivate: set.WEBHOOKS_TO_PRIVATE,
  hoursForClients: set.HOURS_FOR_CLIENTS,
  trustedProxies: set.TRUSTED_PROXIES ?? null,
  databaseLimits: limitsOf(set),
  replica: replicaOf(set, databaseUrlOf(set.DATABASE_READ_URL, set.DATABASE_PASSWORD)),
  backup: backupOf(set),
  ...costsOf(set),
  ...factorsOf(set),
})

const wrong = (name: string) => new SettingsError(`Переменная ${name} задана неверно: ожидается ${expected[name]}`)

/** The default address for a browser on this machine. */
function ownAddress(host: string, port: number) {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
