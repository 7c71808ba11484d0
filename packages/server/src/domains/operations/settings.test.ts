import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '@vypusk/contract'
import { readSettings } from '../../platform/settings.ts'
import { TooSlow, within } from '../../platform/runtime/within.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { startFtp, type TestFtp } from '../../testing/servers/ftp.ts'
import { makePeople } from '../../testing/making/make.ts'
import { OIDC_CLIENT, startOidc, type TestOidc } from '../../testing/servers/oidc.ts'
import { startS3 } from '../../testing/servers/s3.ts'
import { startSmtp, type TestSmtp } from '../../testing/servers/smtp.ts'
import { allSettings, secretsOf } from './queries/settings.ts'
import { storeTrouble, without } from './rules/trouble.ts'

/** The settings of the installation, and whether each part of it answers. */

const PASSWORD = 'тайна-почты'
const LDAP = { url: 'ldaps://localhost:9', password: 'тайна-каталога' }
let smtp: TestSmtp
let ftp: TestFtp
let s3: Awaited<ReturnType<typeof startS3>>
let oidc: TestOidc
let whole: TestApp
let wrong: TestApp
let bare: TestApp

async function open(env: Record<string, string>): Promise<TestApp> {
  const product = await testApp(env)
  await makePeople(product.deps.db)
  return product
}

beforeAll(async () => {
  ;[smtp, ftp, s3, oidc] = await Promise.all([
    startSmtp(PASSWORD),
    startFtp('sftp'),
    startS3(),
    startOidc('https://vypusk.example.ru'),
  ])
  const provider = { OIDC_ISSUER: oidc.issuer, OIDC_CLIENT_ID: OIDC_CLIENT.id, OIDC_CLIENT_SECRET: OIDC_CLIENT.secret }
  const directory = {
    LDAP_URL: LDAP.url,
    LDAP_BASE: 'dc=ru',
    LDAP_BIND_DN: 'cn=vypusk',
    LDAP_BIND_PASSWORD: LDAP.password,
  }
  whole = await open({ SMTP_URL: smtp.url, FTP_URL: ftp.url, S3_URL: s3.url, ...provider })
  const no = { SMTP_URL: smtp.url.replace(/:[^:@]+@/, ':wrong-one@'), FTP_URL: ftp.urlWith({ password: 'wrong-two' }) }
  wrong = await open({ ...no, ...directory })
  bare = await open({})
})
afterAll(async () => {
  await Promise.all([whole, wrong, bare].map((product) => product.close()))
  await Promise.all([smtp.stop(), ftp.stop(), oidc.close()])
})

type Section = settings.SettingSection
const check = (api: Api, section: Section) => api(settings.check, { params: { section } })
const found = async (product: TestApp, section: Section) => (await check(await product.as('admin'), section)).body

test('everything but secrets is shown, each with the variable it comes from', async () => {
  const admin = await whole.as('admin')
  const { body, raw } = await admin(settings.list)
  const words = [raw.toString(), (await (await wrong.as('admin'))(settings.list)).raw.toString()].join()
  for (const secret of [PASSWORD, 'тайна №1', 'S3RVER', OIDC_CLIENT.secret, LDAP.password, 'wrong-one', 'wrong-two']) {
    expect(words).not.toContain(secret)
    expect(words).not.toContain(encodeURIComponent(secret))
  }
  const mail = body.sections.find(({ section }) => section === 'mail')
  expect(mail?.facts).toEqual([
    {
      title: 'Сервер',
      variable: 'SMTP_URL',
      value: `smtp://${new URL(smtp.url).host}`,
      is_set: true,
      is_secret: false,
    },
    { title: 'Имя', variable: 'SMTP_URL', value: 'vypusk', is_set: true, is_secret: false },
    { title: 'Пароль', variable: 'SMTP_URL', value: null, is_set: true, is_secret: true },
    { title: 'Отправитель', variable: 'MAIL_FROM', value: 'Выпуск <vypusk@localhost>', is_set: true, is_secret: false },
  ])
  expect(body.sections.flatMap(({ abilities }) => Object.values(abilities))).toEqual(
    Array(5).fill(true).concat('BACKUP_DIR не задан: копий система сама не делает'),
  )
})

test('addresses with a bare % in them, which PostgreSQL and mail accept, are shown and their passwords masked', () => {
  const current = readSettings({
    DATABASE_URL: 'postgres://us%er:100%%D0%B0@db.example.ru/base%',
    SMTP_URL: 'smtp://100%:50%of@mail.example.ru',
  })
  const { sections } = allSettings(current, { head: undefined, replica: undefined })
  const values = sections.flatMap(({ facts }) => facts.map(({ value }) => value))
  expect(values).toEqual(expect.arrayContaining(['us%er', 'base%', '100%']))
  expect(secretsOf(current)).toEqual(expect.arrayContaining(['100%%D0%B0', '100%а', '50%of']))
})

test('a part that answers is reported, and the check leaves nothing behind', async () => {
  expect(await found(whole, 'database')).toMatchObject({
    is_ok: true,
    sentence: expect.stringMatching(
      /^PostgreSQL \d+.* отвечает за \d+ мс\. Миграций применено: \d+, последняя – \d{4}_/,
    ),
    detail: null,
  })
  expect(await found(whole, 'mail')).toMatchObject({
    is_ok: true,
    sentence: 'Почтовый сервер отвечает, имя и пароль приняты. Письмо не отправлялось',
  })
  expect(await found(whole, 'ftp')).toMatchObject({ is_ok: true })
  expect(await found(whole, 'files')).toMatchObject({ is_ok: true })
  expect(await found(bare, 'files')).toMatchObject({ is_ok: true })
  expect(await found(whole, 'sign_in')).toMatchObject({ is_ok: true, sentence: 'Сервер входа отвечает' })
  expect(smtp.received).toEqual([])
  expect(await ftp.files()).toEqual({})
})

test('a wrong password, an unreachable directory and a file in place of a folder are distinguished', async () => {
  const mail = await found(wrong, 'mail')
  expect(mail).toMatchObject({ is_ok: false, sentence: 'Почтовый сервер не принял имя и пароль из SMTP_URL' })
  expect(mail.detail).toContain('535')
  expect(await found(wrong, 'ftp')).toMatchObject({
    is_ok: false,
    sentence: 'Сервер FTP не принял имя и пароль из FTP_URL',
  })
  expect(await found(wrong, 'sign_in')).toMatchObject({
    is_ok: false,
    sentence: 'Каталог LDAP не отвечает, как должен',
    detail: expect.stringContaining('ECONNREFUSED'),
  })
  const files = join(wrong.dataDir, 'files')
  await rm(files, { recursive: true, force: true })
  await writeFile(files, '')
  expect(await found(wrong, 'files')).toMatchObject({
    is_ok: false,
    sentence: 'На месте папки файлов в DATA_DIR стоит файл',
  })
})

test('what is not set up cannot be checked, and only an administrator may check', async () => {
  const admin = await bare.as('admin')
  const refused = async (section: Section) => {
    const { status, refusal } = await check(admin, section)
    return [status, refusal.message]
  }
  const { sections } = (await admin(settings.list)).body
  for (const section of ['mail', 'ftp', 'sign_in'] as const) {
    const may = sections.find((each) => each.section === section)?.abilities.check
    expect(may).toMatch(/_URL не задан/)
    expect(await refused(section)).toEqual([422, may])
  }
  const manager = await bare.as('manager')
  expect([(await check(manager, 'database')).status, (await manager(settings.list)).status]).toEqual([403, 403])
})

test('a part that has stopped answering is reported', async () => {
  await Promise.all([smtp.stop(), ftp.kill(), s3.close(), oidc.close()])
  expect(await found(whole, 'mail')).toMatchObject({ is_ok: false, sentence: 'Почтовый сервер недоступен' })
  expect(await found(whole, 'ftp')).toMatchObject({ is_ok: false, sentence: 'Сервер FTP недоступен' })
  expect(await found(whole, 'files')).toMatchObject({ is_ok: false, sentence: 'Хранилище недоступно' })
  expect(await found(whole, 'sign_in')).toMatchObject({
    is_ok: false,
    sentence: 'Сервер входа OIDC не отвечает, как должен',
  })
})

test('a check takes no longer than its limit, and the work is aborted', async () => {
  let isAborted = false
  const silent = within(20, async (signal) => {
    signal.addEventListener('abort', () => void (isAborted = true))
    return new Promise(() => {})
  })
  await expect(silent).rejects.toThrow(TooSlow)
  expect(isAborted).toBe(true)
  expect(await within(1000, async () => 'soon')).toBe('soon')
})

test.each([
  [{ status: 403 }, 'Хранилище не приняло ключ и секрет из S3_URL'],
  [{ status: 404 }, 'В хранилище нет корзины, указанной в S3_URL'],
  [{ status: 503 }, 'Хранилище ответило кодом 503'],
  [{ code: 'ENOSPC' }, 'На диске с папкой файлов нет места'],
  [{ code: 'EACCES' }, 'Папка файлов закрыта для записи: проверьте права на DATA_DIR'],
  [{ message: 'odd' }, 'Файл не удалось записать и прочитать'],
])('the failure of a store %j', (error, sentence) => {
  expect(storeTrouble(error)).toBe(sentence)
})

test('a quoted secret is masked, an empty one masks nothing', () => {
  expect(without('535 user:tajna is wrong, tajna', ['', 'tajna'])).toBe('535 user:••• is wrong, •••')
})
