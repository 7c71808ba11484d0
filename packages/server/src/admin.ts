import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { DAY_BOUNDS, isEmail } from '@vypusk/contract'
import { connectAccess } from './access.ts'
import { audience } from './domains/access/port.ts'
import { giveAdministration } from './domains/administration/port.ts'
import { whoIs } from './domains/auth/port.ts'
import { damagedFiles } from './domains/files/port.ts'
import { onSecondFactor } from './domains/letters/port.ts'
import { lettersRoom } from './domains/letters/room.ts'
import type { Deps } from './platform/call.ts'
import { CommandError, quiet, runCommand, say } from './platform/runtime/command.ts'
import { capital, joinDatabase } from './platform/database/connect.ts'
import { unknownDays } from './platform/database/data-check.ts'
import { openCheckedStore } from './platform/external/file-store/open.ts'
import { sizeInWords } from './platform/text/plain-text.ts'
import { openDeps } from './platform/runtime/deps.ts'
import { loadSettings } from './platform/settings/file.ts'
import { unknownDayInWords } from './old-days.ts'

/**
 * `npm run admin -- --login NAME [--name "Имя Фамилия"] [--email ADDRESS]`: creates an administrator, or gives an
 * existing member of staff the right and a new password, whether blocked or not, and ends their sessions. The password
 * is generated and shown once. If local sign-in is switched off, it works for an hour: the way in when the corporate
 * provider is out of order; `--clear-second-factor` removes the person's second factors and tells them by a letter. All counts of failed sign-ins
 * are reset as well; `--clear-tries` does only that. `--check-data` and `--check-files` change nothing: they list invalid
 * days stored by former versions, and stored files that are not what was accepted, and exit with 1 if there are any.
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
  for (const day of days) say(unknownDayInWords(day))
  return days.length > 0 ? 1 : 0
}

async function checkFiles(deps: Deps): Promise<number> {
  await openCheckedStore(deps.settings)
  let damaged = 0
  for await (const { id, file_name, size, fault } of damagedFiles(deps)) {
    damaged += 1
    say(`Файл ${id} «${file_name}», ${sizeInWords(size)}: ${fault}`)
  }
  say(damaged === 0 ? 'Все файлы на месте и целы' : `Требуют внимания: ${damaged}`)
  return damaged > 0 ? 1 : 0
}

interface Checks {
  'check-data'?: boolean | undefined
  'check-files'?: boolean | undefined
}

/** @returns 1 if there is something to mend */
async function check(deps: Deps, { 'check-data': days, 'check-files': files }: Checks): Promise<number> {
  const ofDays = days ? await checkData(deps) : 0
  return Math.max(ofDays, files ? await checkFiles(deps) : 0)
}

async function clearTries({ loginTries }: Deps) {
  await loginTries.clear()
  say('Неудачные попытки входа забыты: войти может каждый, кто знает свой пароль')
}
const WRONG_EMAIL = 'Адрес почты выглядит неверно'

const options = {
  login: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  'clear-tries': { type: 'boolean' },
  'check-data': { type: 'boolean' },
  'check-files': { type: 'boolean' },
  'clear-second-factor': { type: 'boolean', default: false },
} as const

/** What is asked of the command. */
function parsedValues() {
  const { values } = parseArgs({ options })
  const { login = '', email } = values
  if (!login.trim() && !values['clear-tries'] && !values['check-data'] && !values['check-files'])
    throw new CommandError(USAGE)
  if (email !== undefined && !isEmail(email)) throw new CommandError(WRONG_EMAIL)
  return { ...values, login: login.trim() }
}

async function run(): Promise<number> {
  const values = parsedValues()
  const { login } = values
  const settings = loadSettings()
  const { config, name, stop } = await joinDatabase(settings, quiet)
  say(capital(name))
  try {
    const log = pino({ level: 'warn' })
    // After a restore there are no queues until the service starts, and a letter could not be queued.
    const queues = lettersRoom.queues ?? {}
    const { deps, close } = await openDeps({ settings, config, log, queues, whoIs, audience })
    try {
      connectAccess(deps.listeners)
      // The service sends the letter: this process ends at once.
      deps.listeners.on('user.second_factor', onSecondFactor)
      const { name: fullName, email = null, 'clear-second-factor': clearFactors } = values
      if (login) await appoint(deps, { login, name: fullName ?? login, email, clearFactors })
      if (login || values['clear-tries']) await clearTries(deps)
      return await check(deps, values)
    } finally {
      await close()
    }
  } finally {
    await stop()
  }
}

const SENTENCES: Record<string, string> = {
  users_login_once: 'Этот логин принадлежит клиенту: выберите другой',
}

runCommand(run, USAGE, (error: Error & { constraint?: string }) => SENTENCES[error.constraint ?? ''])
