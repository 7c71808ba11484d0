import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { settings } from '@vypusk/contract'
import type { Call, Deps } from '../../../platform/call.ts'
import { asError } from '../../../platform/deliveries.ts'
import { knockAtSmtp } from '../../../platform/mailer.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { TooSlow, within } from '../../../platform/within.ts'
import { reasonOf } from '../../letters/port.ts'
import { copyTrouble } from '../../publications/port.ts'
import { mayCheck } from '../policy.ts'
import { secretsOf, setUp } from '../queries/settings.ts'
import { storeTrouble, without } from '../rules/trouble.ts'

const PATIENCE_MS = 10_000

interface Check {
  /** @returns what was found, for a person */
  run: (deps: Deps, signal: AbortSignal) => Promise<string>
  /** Why it failed, for a person. */
  trouble: (error: Error) => string
}

async function askDatabase({ db }: Deps): Promise<string> {
  const began = performance.now()
  await sql`select 1`.execute(db)
  const took = Math.max(1, Math.round(performance.now() - began))
  const { rows } = await sql<{ version: string; count: number; last: string }>`
    select current_setting('server_version') as version, count(*)::int as count, max(name) as last
    from migrations`.execute(db)
  const [{ version, count, last } = { version: '', count: 0, last: '' }] = rows
  return `PostgreSQL ${version} отвечает за ${took} мс. Миграций применено: ${count}, последняя – ${last}`
}

async function knockAtMail({ settings: { smtpUrl } }: Deps): Promise<string> {
  if (smtpUrl === null) throw new Error('SMTP_URL is not set')
  await knockAtSmtp(smtpUrl)
  const who = new URL(smtpUrl).username === '' ? 'имени и пароля не спрашивает' : 'имя и пароль приняты'
  return `Почтовый сервер отвечает, ${who}. Письмо не отправлялось`
}

async function tryFtp({ remote }: Deps, signal: AbortSignal): Promise<string> {
  await remote?.tryOut(signal)
  return 'Файл записан на сервер под временным именем, его размер совпал, файл удалён'
}

class Changed extends Error {
  override name = 'Changed'
}

async function tryStore({ store }: Deps): Promise<string> {
  const key = randomUUID()
  const bytes = Buffer.from(`Выпуск: проверка хранилища ${key}`)
  try {
    await store.put(key, Readable.from([bytes]))
    if (!bytes.equals(await buffer(store.get(key)))) throw new Changed('what was read is not what was written')
  } finally {
    await store.delete(key)
  }
  return 'Файл записан, прочитан и удалён: прочитано то же, что записано'
}

const because = (sentence: string) => (cause: unknown) => {
  throw new Error(sentence, { cause })
}

async function reachSignIn({ oidc, directory }: Deps): Promise<string> {
  await oidc?.reach().catch(because('Сервер входа OIDC не отвечает, как должен'))
  await directory?.reach().catch(because('Каталог LDAP не отвечает, как должен'))
  return [...(oidc ? ['Сервер входа отвечает'] : []), ...(directory ? ['Каталог отвечает'] : [])].join('. ')
}

const CHECKS: Record<settings.SettingSection, Check> = {
  database: { run: askDatabase, trouble: () => 'База данных не отвечает' },
  mail: { run: knockAtMail, trouble: (error) => reasonOf(error, 'Почтовый сервер не прошёл проверку') },
  ftp: { run: tryFtp, trouble: (error) => copyTrouble(error, 'Сервер FTP не прошёл проверку') },
  files: { run: tryStore, trouble: storeTrouble },
  sign_in: { run: reachSignIn, trouble: ({ message }) => message },
}

/** The innermost words: what a library wraps an error into says less. */
function wordsOf(error: Error): string {
  return error.cause instanceof Error ? wordsOf(error.cause) : error.message
}

/** Tries one part of the installation, leaving nothing behind. */
export async function checkSetting({
  deps,
  params: { section },
}: Call<typeof settings.check>): Promise<settings.Checked> {
  const may = mayCheck(section, setUp(deps.settings))
  if (may !== true) throw refuseWith(may)
  const { run, trouble } = CHECKS[section]
  const began = performance.now()
  const found = await within(PATIENCE_MS, (signal) => run(deps, signal)).catch(asError)
  const took_ms = Math.round(performance.now() - began)
  if (typeof found === 'string') return { is_ok: true, sentence: found, detail: null, took_ms }
  const sentence = found instanceof TooSlow ? `Нет ответа за ${PATIENCE_MS / 1000} секунд` : trouble(found)
  const detail = without(wordsOf(found), secretsOf(deps.settings)).slice(0, 1000)
  deps.log.warn({ err: found, section }, 'a part of the installation failed its check')
  return { is_ok: false, sentence, detail, took_ms }
}
