import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { cutTo, type settings } from '@vypusk/contract'
import type { Db, Deps } from '../../../platform/call.ts'
import { asError } from '../../../platform/runtime/as-error.ts'
import { systemSentence } from '../../../platform/runtime/command.ts'
import type { FileStore } from '../../../platform/external/file-store.ts'
import { lastBackup } from '../../../platform/database/last-backup.ts'
import { whyNot } from '../../../platform/database/connect.ts'
import { knockAtSmtp } from '../../../platform/external/mailer.ts'
import { momentInWords } from '../../../platform/text/plain-text.ts'
import { tryReplica } from '../../../platform/replica/trying.ts'
import { TooSlow, within } from '../../../platform/runtime/within.ts'
import { reasonOf } from '../../letters/port.ts'
import { copyTrouble } from '../../publications/port.ts'
import { otherStore } from '../../files/port.ts'
import { databaseState, nothing } from '../queries/database.ts'
import { secretsOf } from '../queries/settings.ts'
import { storeTrouble, without } from '../rules/trouble.ts'
import { makeFolder } from '../../../platform/runtime/folders.ts'

/** What the parts of an installation are checked with. */
export interface Parts extends Pick<Deps, 'settings' | 'remote' | 'oidc' | 'directory'> {
  /** Undefined before the first start, and while the database is away. */
  db: Db | undefined
  store: FileStore | undefined
}

const PATIENCE_MS = 10_000

interface Check {
  /** @returns what was found, as a sentence for a person */
  run: (deps: Parts, signal: AbortSignal) => Promise<string>
  /** Why it failed, as a sentence for a person. */
  trouble: (error: Error) => string
}

async function askReplica({ settings: { replica, databaseUrl } }: Parts): Promise<string> {
  if (!replica || !databaseUrl) return ''
  const { sentence } = await tryReplica(replica, { connectionString: databaseUrl }, whyNot)
  return `. ${sentence}`
}

async function askDatabase(parts: Parts): Promise<string> {
  const { db } = parts
  if (!db) throw new Error('there is no database')
  const began = performance.now()
  await nothing.all(db, {})
  const took = Math.max(1, Math.round(performance.now() - began))
  const { version, count, last } = await databaseState.one(db, {})
  return `PostgreSQL ${version} отвечает за ${took} мс. Миграций применено: ${count}, последняя – ${last}${await askReplica(parts)}`
}

async function knockAtMail({ settings: { smtpUrl } }: Parts): Promise<string> {
  if (smtpUrl === null) throw new Error('SMTP_URL is not set')
  await knockAtSmtp(smtpUrl)
  const who = new URL(smtpUrl).username === '' ? 'имени и пароля не спрашивает' : 'имя и пароль приняты'
  return `Почтовый сервер отвечает, ${who}. Письмо не отправлялось`
}

async function tryFtp({ remote }: Parts, signal: AbortSignal): Promise<string> {
  await remote?.tryOut(signal)
  return 'Файл записан на сервер под временным именем, его размер совпал, файл удалён'
}

class Changed extends Error {
  override name = 'Changed'
}

class Other extends Error {
  override name = 'Other'
}

async function tryStore({ store, db }: Parts): Promise<string> {
  if (!store) throw new Error('there is no store')
  const key = randomUUID()
  const bytes = Buffer.from(`Выпуск: проверка хранилища ${key}`)
  try {
    await store.put(key, Readable.from([bytes]))
    if (!bytes.equals(await buffer(store.get(key)))) throw new Changed('what was read is not what was written')
  } finally {
    await store.delete(key)
  }
  const other = db && (await otherStore({ db, store }))
  if (other) throw new Other(other)
  return 'Файл записан, прочитан и удалён: прочитано то же, что записано'
}

const because = (sentence: string) => (cause: unknown) => {
  throw new Error(sentence, { cause })
}

async function reachSignIn({ oidc, directory }: Parts): Promise<string> {
  await oidc?.reach().catch(because('Сервер входа OIDC не отвечает, как должен'))
  await directory?.reach().catch(because('Каталог LDAP не отвечает, как должен'))
  return [...(oidc ? ['Сервер входа отвечает'] : []), ...(directory ? ['Каталог отвечает'] : [])].join('. ')
}

async function tryBackup({ settings: { backup }, db }: Parts): Promise<string> {
  if (backup === null) throw new Error('BACKUP_DIR is not set')
  await makeFolder(backup.folder)
  const path = join(backup.folder, `.vypusk-${randomUUID()}`)
  await writeFile(path, '').finally(() => rm(path, { force: true }))
  const written = 'Файл в папку записан и удалён'
  if (!db) return written
  const last = await lastBackup(db)
  return `${written}. ${last ? `Последняя проверенная копия – ${momentInWords(last)}` : 'Копий ещё не было'}`
}

const CHECKS: Record<settings.SettingSection, Check> = {
  database: { run: askDatabase, trouble: () => 'База данных не отвечает' },
  mail: { run: knockAtMail, trouble: (error) => reasonOf(error, 'Почтовый сервер не прошёл проверку') },
  ftp: { run: tryFtp, trouble: (error) => copyTrouble(error, 'Сервер FTP не прошёл проверку') },
  files: { run: tryStore, trouble: storeTrouble },
  backup: { run: tryBackup, trouble: (error) => systemSentence(error) ?? 'В папку копий ничего не записать' },
  sign_in: { run: reachSignIn, trouble: ({ message }) => message },
}

/** The innermost message: the errors that libraries wrap it in have less information. */
function wordsOf(error: Error): string {
  return error.cause instanceof Error ? wordsOf(error.cause) : error.message
}

/**
 * Checks one part of an installation that is set up, leaving nothing behind.
 * @param onTrouble called with the error if the check fails
 */
export async function tryPart(
  section: settings.SettingSection,
  parts: Parts,
  onTrouble: (error: Error) => void = () => undefined,
): Promise<settings.Checked> {
  const { run, trouble } = CHECKS[section]
  const began = performance.now()
  const found = await within(PATIENCE_MS, (signal) => run(parts, signal)).catch(asError)
  const took_ms = Math.round(performance.now() - began)
  if (typeof found === 'string') return { is_ok: true, sentence: found, detail: null, took_ms }
  onTrouble(found)
  const sentence = found instanceof TooSlow ? `Нет ответа за ${PATIENCE_MS / 1000} секунд` : trouble(found)
  const detail = cutTo(without(wordsOf(found), secretsOf(parts.settings)), 1000)
  return { is_ok: false, sentence, detail, took_ms }
}
