import { Alert, ScrollArea, Table } from '@mantine/core'
import { requests } from '@vypusk/contract'
import { formatNumber } from '../../../ui/duration.ts'
import { formatSize } from '../../../ui/size.ts'
import { Section } from '../../../ui/Section.tsx'
import classes from './Import.module.css'
import type { Report } from './importing.ts'

type Row = Report['bad'][number]

const Rows = ({ title, rows, count }: { title: string; rows: readonly Row[]; count: number }) => (
  <Section title={title} aside={formatNumber(count)} level={2}>
    <ScrollArea.Autosize
      mah={320}
      className={classes.rows}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}
    >
      <Table stickyHeader aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={90}>Строка</Table.Th>
            <Table.Th>Причина</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ line, reason }) => (
            <Table.Tr key={line}>
              <Table.Td>{line}</Table.Td>
              <Table.Td>{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
    {rows.length < count && (
      <p className={classes.note}>
        Показаны первые {formatNumber(rows.length)} из {formatNumber(count)}.
      </p>
    )}
  </Section>
)

const placeOf = ({ company, module }: Report) =>
  `Если в файле не сказано: компания «${company.name}», модуль «${module.system} / ${module.name}».`

/** The files that come with new requests, as far as their sizes are known. */
function filesOf({ files_count, files_bytes }: Report, areFetched: boolean) {
  const size = files_bytes > 0 ? `, ${formatSize(files_bytes)}` : ''
  const where = areFetched
    ? 'будут забраны из Redmine после загрузки'
    : 'остаются в прежней системе, у заявок их адреса'
  return `Вложений: ${formatNumber(files_count)}${size} – ${where}.`
}

interface ImportReportProps {
  report: Report
  isDone: boolean
  /** The rows came from a system that also provides its files. */
  areFilesFetched: boolean
}

/** What an import did, or would do. */
export function ImportReport({ report, isDone, areFilesFetched }: ImportReportProps) {
  const { rows, created, updated, same, deleted, bad_count, bad, notes, encoding, separator } = report
  const counts = [
    ['Новых', created],
    ['Изменено', updated],
    ['Без изменений', same],
    ['Удалены здесь раньше', deleted],
    ['С ошибками', bad_count],
  ] as const
  const kind =
    separator === '' ? encoding : `${encoding}, разделитель – ${requests.separatorNames[separator] ?? separator}`
  return (
    <>
      <Section title={isDone ? 'Загружено' : 'Что будет сделано'} level={2}>
        <p className={classes.counts} role="status">
          {counts.map(([name, count]) => (
            <span key={name}>
              {name}: <b>{formatNumber(count)}</b>
            </span>
          ))}
        </p>
        <p className={classes.note}>
          Источник: {report.source}. Строк в файле: {formatNumber(rows)} · {kind}. {created > 0 && placeOf(report)}
        </p>
        {report.files_count > 0 && <p className={classes.note}>{filesOf(report, areFilesFetched)}</p>}
        {report.known_source && created > 0 && !isDone && (
          <Alert color="yellow" role="status">
            Эти заявки уже загружены из источника «{report.known_source}». Чтобы они не появились дважды, укажите его.
          </Alert>
        )}
      </Section>
      {bad_count > 0 && <Rows title="Строки с ошибками" rows={bad} count={bad_count} />}
      {notes.length > 0 && <Rows title="Замечания" rows={notes} count={notes.length} />}
    </>
  )
}
