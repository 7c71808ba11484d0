import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { DAY_BOUNDS } from '@vypusk/contract'
import { connectAccess } from './access.ts'
import { audience } from './domains/access/port.ts'
import { giveAdministration } from './domains/administration/port.ts'
import { whoIs } from './domains/auth/port.ts'
import type { Deps } from './platform/call.ts'
import { CommandError, quiet, runCommand, say } from './platform/command.ts'
import { capital, joinDatabase } from './platform/connect.ts'
import { unknownDays } from './platform/data-check.ts'
import { openDeps } from './platform/deps.ts'
import { loadSettings } from './platform/settings-file.ts'
import { dayInWords } from './old-days.ts'

/**
 * `npm run admin -- --login NAME [--name "Имя Фамилия"] [--email ADDRESS]`: creates an administrator, or gives an
 * existing member of staff the right and a new password, whether blocked or not, and ends their sessions. The password
 * is generated and shown once. If local sign-in is switched off, it works for an hour: the way in when the corporate
 * provider is out of order; `--clear-second-factor` removes the person's second factors. All counts of failed sign-ins
 * are reset as well; `--clear-tries` does only that. `--check-data` changes nothing: it lists invalid days stored by
 * former versions, and exits with 1 if there are any.
 */

const USAGE = 'Укажите логин: npm run admin -- --login ivanova --name "Анна Иванова" --email ivanova@example.ru'

async function appoint(
  deps: Deps,
  person: { login: string; name: string; email: string | null; clearFactors: boolean },
) {
  const password = randomBytes(9).toString('base64url')
  await giveAdministration(deps, { ...person, password })
  say(`Администратор ${person.login}, пароль ${password}. Запишите пароль: больше он показан не будет`)
  if (!deps.settings.localSignIn) say('Вход по паролю выключен (LOCAL_SIGN_IN): этот пароль будет действовать один час')
}

async function checkData({ db }: Deps): Promise<number> {
  const days = await unknownDays(db)
  if (days.length === 0) say(`Все даты в порядке. ${DAY_BOUNDS}`)
  else say(`${DAY_BOUNDS}. Вне этих границ – ${days.length}:`)
  if (days.length > 0) say('таблица | номер | колонка | значение | как исправить')
  for (const day of days) say(dayInWords(day))
  return days.length > 0 ? 1 : 0
}

async function clearTries({ loginTries }: Deps) {
  await loginTries.clear()
  say('Неудачные попытки входа забыты: войти может каждый, кто знает свой пароль')
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      login: { type: 'string' },
      name: { type: 'string' },
      email: { type: 'string' },
      'clear-tries': { type: 'boolean' },
      'check-data': { type: 'boolean' },
      'clear-second-factor': { type: 'boolean', default: false },
    },
  })
  const login = values.login?.trim()
  if (!login && !values['clear-tries'] && !values['check-data']) throw new CommandError(USAGE)
  const settings = loadSettings()
  const { config, name, stop } = await joinDatabase(settings, quiet)
  say(capital(name))
  try {
    const log = pino({ level: 'warn' })
    const { deps, close } = await openDeps({ settings, config, log, queues: {}, whoIs, audience })
    try {
      connectAccess(deps.listeners)
      const { name: fullName, email = null, 'clear-second-factor': clearFactors } = values
      if (login) await appoint(deps, { login, name: fullName ?? login, email, clearFactors })
      if (login || values['clear-tries']) await clearTries(deps)
      return values['check-data'] ? await checkData(deps) : 0
    } finally {
      await close()
    }
  } finally {
    await stop()
  }
}

const SENTENCES: Record<string, string> = {
  users_login_once: 'Этот логин принадлежит клиенту: выберите другой',
  users_email_shape: 'Адрес почты выглядит неверно',
}

runCommand(run, USAGE, (error: Error & { constraint?: string }) => SENTENCES[error.constraint ?? ''])
