import { requests } from '@vypusk/contract'
import type { BadRow } from './rows/drafts.ts'
import { importFields, type ImportField } from './rows/columns.ts'
import type { ImportReport } from './import-requests.ts'
import { titleOf } from './words/meanings.ts'
import { fallbackOf } from './shown.ts'

interface About {
  file: string
  author: string
  dryRun: boolean
}

/** What an import did, or would do, as lines for a terminal. */
export function reportLines(report: ImportReport, { file, author, dryRun }: About): string[] {
  const { placement, created, source, known_source } = report
  return [
    `Файл ${file}: строк ${report.rows}, кодировка ${report.encoding}, разделитель – ${requests.separatorNames[report.separator]}`,
    ...(known_source ? [`Внимание: эти заявки уже есть из источника «${known_source}»`] : []),
    ...columnLines(report),
    ...wordLines(report),
    ...listed('Строки с ошибками, пропущены', report.bad, report.bad_count),
    ...listed('Замечания', report.notes, report.notes_count),
    ...(created > 0
      ? [
          `Источник: ${source}. Автор: ${author}`,
          `Если в файле не сказано: компания ${named(placement.company, placement.company.name)}, ` +
            `модуль ${named(placement.module, `${placement.module.system} / ${placement.module.name}`)}`,
        ]
      : []),
    `Новых: ${created}, изменено: ${report.updated}, без изменений: ${report.same}, ` +
      `удалены здесь раньше: ${report.deleted}, с ошибками: ${report.bad_count}`,
    ...(report.files > 0 ? [`Файлов в прежней системе: ${report.files}`] : []),
    ...(dryRun ? ['Пробный прогон: ничего не записано'] : []),
  ]
}

const STAGES = { checking: 'Проверено строк', comparing: 'Сверено строк', writing: 'Записано строк' }
const TOLD_EACH = 10_000

/** @returns null for a step too small for a line of its own */
export function progressLine({ stage, done, total }: requests.ImportProgress): string | null {
  if (stage === 'reading') return null
  return done % TOLD_EACH === 0 || done === total ? `${STAGES[stage]}: ${done} из ${total}` : null
}

const named = ({ id }: { id: number | null }, name: string) =>
  id === null ? `«${name}» (новая запись)` : `«${name}» (№ ${id})`

function columnLines({ header, mapping }: ImportReport): string[] {
  const taken = Object.entries(mapping).filter(([, column]) => column) as [ImportField, string][]
  const columns = new Set(taken.map(([, column]) => column.toLowerCase()))
  const left = header.filter((column) => !columns.has(column.toLowerCase()))
  return [
    `Колонки: ${taken.map(([field, column]) => `${column} → ${importFields[field][0]}`).join(', ')}`,
    ...(left.length > 0 ? [`Не взяты: ${left.join(', ')}`] : []),
  ]
}

/** The words without a meaning here, with the defaults used instead. */
function wordLines(report: ImportReport): string[] {
  const lost = [...report.reading.values.words].flatMap(([field, words]) => {
    const unknown = words.filter(({ how }) => how === 'default').map(({ word, count }) => `${word} (${count})`)
    return unknown.length > 0 ? [`  ${titleOf(field)}: ${unknown.join(', ')} → ${fallbackOf(report, field)}`] : []
  })
  return lost.length > 0 ? ['Слова, которым здесь ничего не соответствует:', ...lost] : []
}

function listed(title: string, rows: BadRow[], count: number): string[] {
  if (count === 0) return []
  const lines = rows.map(({ line, reason }) => `  строка ${line}: ${reason}`)
  return [`${title} (${count}):`, ...lines, ...(count > rows.length ? [`  и ещё ${count - rows.length}`] : [])]
}
