import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Db } from './platform/call.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database.ts'
import { connectDatabase } from './platform/connect.ts'
import { hashPassword } from './platform/password.ts'
import { readSettings } from './platform/settings.ts'

/**
 * `npm run admin -- --login NAME [--name "Имя Фамилия"] [--email ADDRESS]`: makes an administrator, or gives
 * an existing member of staff the right and a new password, blocked or not: their sessions end. The password is
 * made here and shown once. Where local sign-in is switched off, it works for an hour: the way in when the company's
 * own provider is out of order.
 */

const EMERGENCY_MS = 3_600_000
const ENTRANCES = ['sessions', 'password_links'] as const

interface Named {
  name?: string | undefined
  email?: string | null | undefined
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const quiet = { info: () => {}, warn: say }

/** Whoever had the old password, or a letter to set one, is out. */
async function giveRight(db: Db, login: string, { name = login, email = null }: Named, password_hash: string) {
  const local_until = new Date(systemClock.now().getTime() + EMERGENCY_MS).toISOString()
  const changed = await db
    .updateTable('users')
    .set((eb) => ({
      isAdmin: true,
      is_blocked: false,
      password_hash,
      local_until,
      version: eb('version', '+', 1),
    }))
    .where((eb) => eb(eb.fn('lower', ['login']), '=', login.toLowerCase()))
    .where('isRivc', '=', true)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (changed) for (const table of ENTRANCES) await db.deleteFrom(table).where('user_id', '=', changed.id).execute()
  else
    await db
      .insertInto('users')
      .values({ login, name, email, password_hash, local_until, isRivc: true, isAdmin: true })
      .execute()
}

async function run() {
  const { values } = parseArgs({
    options: { login: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
  })
  const login = values.login?.trim()
  if (!login)
    throw new Error('Укажите логин: npm run admin -- --login ivanova --name "Анна Иванова" --email ivanova@example.ru')
  const settings = readSettings(process.env)
  const { config, stop } = await connectDatabase(settings, quiet)
  const { db, close } = openDatabase({ ...config, max: 1 }, quiet)
  const password = randomBytes(9).toString('base64url')
  try {
    await giveRight(db, login, values, await hashPassword(password))
    say(`Администратор ${login}, пароль ${password}. Запишите пароль: больше он показан не будет`)
    if (!settings.localSignIn) say('Вход по паролю выключен (LOCAL_SIGN_IN): этот пароль будет действовать один час')
  } finally {
    await close()
    await stop()
  }
}

run().catch((error: Error & { constraint?: string }) => {
  const sentences: Record<string, string> = {
    users_login_once: 'Этот логин принадлежит клиенту: выберите другой',
    users_email_shape: 'Адрес почты выглядит неверно',
  }
  process.stderr.write(`${sentences[error.constraint ?? ''] ?? error.message}\n`)
  process.exit(1)
})
