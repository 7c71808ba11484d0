import { access, constants } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { audience } from './domains/access/port.ts'
import { pino } from 'pino'
import { staffBy, whoIs } from './domains/auth/port.ts'
import { readMapping } from './domains/requests/import/rows/columns.ts'
import { importRequests } from './domains/requests/import/import-requests.ts'
import { ImportRefused } from './domains/requests/import/refused.ts'
import type { ReportProgress } from './domains/requests/import/progress.ts'
import { progressLine, reportLines } from './domains/requests/import/report.ts'
import { quiet, runCommand, say } from './platform/runtime/command.ts'
import { capital, joinDatabase } from './platform/database/connect.ts'
import { openDeps } from './platform/runtime/deps.ts'
import { loadSettings } from './platform/settings/file.ts'

/**
 * `npm run import -- FILE`: imports requests from a CSV file. Works with or without a running server, on the embedded
 * database or on DATABASE_URL.
 */

const USAGE = `Использование: npm run import -- ФАЙЛ.csv [параметры]

  --dry-run            только показать, что будет сделано
  --open-private       частные заявки прежней системы видны клиентам; иначе они в компании без людей
  --all-or-nothing     одна строка с ошибкой отменяет весь файл; иначе такие строки пропускаются
  --company НОМЕР      компания заявок, если её нет в файле; иначе «Импорт»
  --module НОМЕР       модуль заявок, если его нет в файле; иначе модуль с именем источника в системе «Импорт»
  --author ЛОГИН       сотрудник, от имени которого; иначе первый администратор
  --source ИМЯ         чьи это ключи; иначе источник, из которого они пришли раньше, система, которая
                       сделала файл, или имя файла. Заявка с тем же ключом того же источника обновляется
  --map ПОЛЕ=КОЛОНКА   какая колонка чем является, можно несколько раз; «ПОЛЕ=» – не брать поле`

// Printed apart from the report, which may be redirected to a file.
const sayProgress: ReportProgress = async (progress) => {
  const line = progressLine(progress)
  if (line) process.stderr.write(`${line}\n`)
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'open-private': { type: 'boolean', default: false },
      'all-or-nothing': { type: 'boolean', default: false },
      company: { type: 'string' },
      module: { type: 'string' },
      author: { type: 'string' },
      source: { type: 'string' },
      map: { type: 'string', multiple: true, default: [] },
    },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new ImportRefused(USAGE)
  // npm runs scripts in the project's folder; this variable holds the folder it was called from.
  const path = resolve(process.env['INIT_CWD'] ?? '', file)
  return { ...values, file: path, company: number('company', values.company), module: number('module', values.module) }
}

function number(name: string, text: string | undefined) {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new ImportRefused(`--${name} ${text}: нужен номер`)
}

async function run(): Promise<undefined> {
  const { file, map, author, company, module, source, ...options } = readOptions()
  const dryRun = options['dry-run']
  const allOrNothing = options['all-or-nothing']
  const mapping = readMapping(map)
  await access(file, constants.R_OK).catch(() => {
    throw new ImportRefused(`Файл ${file} не удалось прочитать`)
  })
  const settings = loadSettings()
  const { config, name, stop } = await joinDatabase(settings, quiet)
  process.stderr.write(`${capital(name)}\n`)
  try {
    const log = pino({ level: 'warn' })
    const { deps, close } = await openDeps({ settings, config, log, queues: {}, whoIs, audience })
    try {
      const person = await staffBy(deps.db, author)
      if (!person)
        throw new ImportRefused(author ? `Сотрудника ${author} нет` : 'Сначала создайте администратора: npm run admin')
      const fileName = basename(file, extname(file))
      const order = {
        path: file,
        fileName,
        source,
        mapping,
        company,
        module,
        dryRun,
        allOrNothing,
        openPrivate: options['open-private'],
        onProgress: sayProgress,
      }
      const report = await importRequests({ deps, person }, order)
      reportLines(report, { file: basename(file), author: person.name, dryRun }).forEach(say)
    } finally {
      await close()
    }
  } finally {
    await stop()
  }
}

runCommand(run, USAGE, (error) =>
  error instanceof ImportRefused && error.found
    ? `${error.message}\nКолонку поля называет --map ПОЛЕ=КОЛОНКА`
    : undefined,
)
