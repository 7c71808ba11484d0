import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { publications } from '@vypusk/contract'
import { projectRoot } from './runtime/places.ts'
import { s3Address } from './external/file-store/s3.ts'
import { remoteAt } from './external/ftp.ts'
import { readSettings, settingNames, SettingsError } from './settings.ts'

/** What people write by mistake, for each kind of setting, and what only resembles an address. */
const PROTOCOLS = ['ftp', 'ftps', 'sftp', 'smtp', 'smtps', 'ldap', 'ldaps', 'http', 'https', 'postgres', 'postgresql']
const GARBAGE = [
  ...['%', '%zz', '://', ':', ',', '=', '-1', '1e99', 'NaN', 'null', 'сервер', 'a b', '\u0000', '[', '{login}'].concat([
    'server',
    'server:21',
    'user:word@server/folder',
    '//server/folder',
    'http://[',
    'http://a:99999',
  ]),
  ...PROTOCOLS.flatMap((protocol) => [
    `${protocol}:`,
    `${protocol}:server`,
    `${protocol}://`,
    `${protocol}://user:100%@server/folder`,
    `${protocol}://%:%ff@server/%`,
    `${protocol}://user:word@server/folder?fingerprint=%&region=%`,
  ]),
]

/** What is thrown when the settings are read, and addresses in them are used for the first time. */
function faultOf(env: Record<string, string>): unknown {
  try {
    const { ftpUrl, s3Url } = readSettings(env)
    if (ftpUrl) remoteAt(ftpUrl)
    if (s3Url) s3Address(s3Url)
    return undefined
  } catch (error) {
    return error
  }
}

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toEqual({
      backup: null,
      tracesUrl: null,
      port: 3000,
      host: '127.0.0.1',
      workers: 1,
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: null,
      databaseDirectUrl: null,
      dataDir: join(projectRoot, 'data'),
      smtpUrl: null,
      mailFrom: 'Выпуск <vypusk@localhost>',
      ftpUrl: null,
      hoursForClients: false,
      crossLoginCookie: null,
      replica: null,
      s3Url: null,
      uploadLimit: 2048 * 1024 * 1024,
      logLevel: 'info',
      metricsPort: null,
      reminderDays: [2, 4, 6, 8],
      demo: null,
      eventLoopLimit: 5000,
      demoRequests: 20_000,
      oidc: null,
      ldap: null,
      scim: null,
      localSignIn: true,
      sessionIdleHours: 72,
      webhooksToPrivate: false,
      secondFactor: 'optional',
      secretsKeys: [],
      trustedProxies: null,
      databaseLimits: { connections: 20, waitMs: 10_000, statementMs: 30_000, lockMs: 8000 },
      ratePeople: 600,
      rateTokens: 6000,
      quotaFiles: 600,
      quotaBytes: 20_480 * 1024 * 1024,
    })
  })

  it('lets a person have the files of the largest release before it is published', () => {
    expect(readSettings({}).quotaFiles).toBeGreaterThan(publications.MOST_FILES)
  })

  it('treats an empty variable as not set', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ', DEMO: '', FTP_URL: '' })).toEqual(readSettings({}))
  })

  it.each([
    ['on', true],
    ['off', false],
    ['true', true],
    ['0', false],
  ])('reads DEMO=%s as %s', (DEMO, demo) => {
    expect(readSettings({ DEMO }).demo).toBe(demo)
  })

  it.each([
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ PUBLIC_URL: 'https://vypusk.example.ru/' }, 'https://vypusk.example.ru'],
  ])('derives the public address: %j', (env, publicUrl) => {
    expect(readSettings(env).publicUrl).toBe(publicUrl)
  })

  it.each([
    [{}, [2, 4, 6, 8]],
    [{ REMINDER_DAYS: '1, 3,10' }, [1, 3, 10, 17]],
    [{ REMINDER_DAYS: '1,3,10,11' }, [1, 3, 10, 11]],
    [{ REMINDER_DAYS: 'off' }, null],
  ])('reads the days of reminders: %j', (env, reminderDays) => {
    expect(readSettings(env).reminderDays).toEqual(reminderDays)
  })

  it.each([
    ['PORT', 'восемь'],
    ['PORT', '0x10'],
    ['PORT', ' 5 '],
    ['DEMO_REQUESTS', '1e3'],
    ['UPLOAD_LIMIT_MB', '1e3'],
    ['DATABASE_WAIT_SECONDS', '0x10'],
    ['PORT', '70000'],
    ['HOST', 'два слова'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', '1.5'],
    ['PUBLIC_URL', 'vypusk.example.ru'],
    ['PUBLIC_URL', 'https://example.ru/vypusk'],
    ['DATABASE_DIRECT_URL', 'db.example.ru'],
    // The embedded database has no replicas.
    ['DATABASE_READ_URL', 'postgres://user@replica/vypusk'],
    ['DATABASE_READ_WAIT_SECONDS', '11'],
    ['TZ', 'Mars/X'],
    ['TZ', '+03:00'],
    ['DATABASE_PASSWORD', 'without an address'],
    ['DATABASE_URL', 'mysql://server/base'],
    ['SMTP_URL', 'mail.example.ru'],
    ['SMTP_URL', 'smtp:mail.example.ru:587'],
    ['SMTP_URL', 'smtp://'],
    ['LDAP_URL', 'ldap://'],
    ['MAIL_FROM', 'Выпуск'],
    ['CROSS_LOGIN_COOKIE', 'имя;cookie'],
    ['S3_URL', 's3.example.ru/vypusk'],
    ['S3_URL', 'https://s3.example.ru/vypusk'],
    ['S3_URL', 'https://key:secret@s3.example.ru/'],
    ['UPLOAD_LIMIT_MB', '-1'],
    ['UPLOAD_LIMIT_MB', '80001'],
    ['METRICS_PORT', '3000'],
    ['LOG_LEVEL', 'громко'],
    ['DEMO', 'иногда'],
    ['DEMO_REQUESTS', 'много'],
    ['FTP_URL', 'http://server'],
    ['FTP_URL', 'server/folder'],
    ['FTP_URL', 'sftp:user@server/folder'],
    ['FTP_URL', 'sftp://'],
    ['FTP_URL', 'ftp://user:100%@server'],
    ['FTP_URL', 'ftp://user@server/100%'],
    ['S3_URL', 'https://key:50%of@s3.example.ru/vypusk'],
    ['FTP_URL', 'sftp://server?fingerprint=MD5:00'],
    ['REMINDER_DAYS', '2'],
    ['REMINDER_DAYS', '2,2,6'],
    ['REMINDER_DAYS', '0,1,2'],
    ['LDAP_URL', 'server'],
    ['LDAP_URL', 'ldap://server/dc=ru'],
    ['LDAP_FILTER', '(uid=login)'],
    ['OIDC_ISSUER', 'id.example.ru'],
    ['OIDC_ISSUER', 'http://id.example.ru'],
    ['OIDC_GROUPS', 'admins=root'],
    ['OIDC_SCOPE', 'profile'],
    ['LOCAL_SIGN_IN', 'off'],
    ['DATABASE_CONNECTIONS', '1'],
    ['DATABASE_LOCK_SECONDS', '0'],
    ['SECOND_FACTOR', 'always'],
    ['SECRETS_KEY', 'short'],
    ['SECRETS_KEY', `${'long enough'.repeat(3)},short`],
    ['TRUSTED_PROXIES', '0'],
    ['TRUSTED_PROXIES', 'nginx'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '127.0.0.1,'],
  ])('refuses %s=%s and names it', (name, value) => {
    const reading = () => readSettings({ [name]: value })
    expect(reading).toThrow(SettingsError)
    expect(reading).toThrow(`Переменная ${name} задана`)
  })

  it('says how to write what is wrong in a password', () => {
    expect(() => readSettings({ FTP_URL: 'ftp://user:100%@server' })).toThrow('пишется %25')
    expect(readSettings({ FTP_URL: 'ftp://user:100%25@server' }).ftpUrl).toBe('ftp://user:100%25@server')
  })

  it.each(settingNames)('answers any text for %s with a sentence, or can use it', (name) => {
    const faults = GARBAGE.map((text) => [text, faultOf({ [name]: text })])
    expect(faults.filter(([, fault]) => fault !== undefined && !(fault instanceof SettingsError))).toEqual([])
  })

  it('accepts a password with any characters in a separate variable', () => {
    const { databaseUrl } = readSettings({
      DATABASE_URL: 'postgres://vypusk@db.example.ru/vypusk',
      DATABASE_PASSWORD: 'a:b@c/d?e#f %20',
    })
    expect(new pg.Client({ connectionString: databaseUrl ?? '' })).toMatchObject({
      user: 'vypusk',
      password: 'a:b@c/d?e#f %20',
      host: 'db.example.ru',
    })
  })

  it.each([
    ['1', 1],
    ['loopback', ['loopback']],
    ['127.0.0.1, 10.0.0.0/8,fd00::/8', ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
  ])('reads the trusted proxies: %s', (TRUSTED_PROXIES, trustedProxies) => {
    expect(readSettings({ TRUSTED_PROXIES })).toMatchObject({ trustedProxies })
  })

  it('requires complete settings for a corporate sign-in', () => {
    expect(() => readSettings({ OIDC_ISSUER: 'https://id.example.ru' })).toThrow('OIDC_CLIENT_ID')
    const { oidc, localSignIn } = readSettings({
      OIDC_ISSUER: 'https://id.example.ru',
      OIDC_CLIENT_ID: 'vypusk',
      OIDC_GROUPS: 'staff=staff',
      LOCAL_SIGN_IN: 'off',
    })
    expect(oidc).toEqual({
      issuer: 'https://id.example.ru',
      clientId: 'vypusk',
      clientSecret: null,
      name: 'Войти через корпоративную учётную запись',
      scope: 'openid profile email',
      groupsClaim: 'groups',
      groups: [{ group: 'staff', rights: [{ kind: 'staff' }] }],
      linksBy: 'nothing',
      scimClaim: 'sub',
    })
    expect(localSignIn).toBe(false)
  })

  it.each([
    [{}, 'LDAP_BASE'],
    [{ LDAP_BASE: 'dc=ru', LDAP_START_TLS: 'off' }, 'LDAP_START_TLS'],
  ])('requires complete settings for a directory: %j', (env, name) => {
    expect(() => readSettings({ LDAP_URL: 'ldap://dc.example.ru', ...env })).toThrow(name)
  })

  it.each([
    ['ldap://dc.example.ru', {}, true],
    ['ldaps://dc.example.ru', {}, false],
    ['ldap://localhost', { LDAP_START_TLS: 'off' }, false],
  ])('for %s %j, the connection is switched to TLS: %s', (LDAP_URL, env, startTls) => {
    expect(readSettings({ LDAP_URL, LDAP_BASE: 'dc=ru', ...env }).ldap).toMatchObject({ startTls })
  })
})
