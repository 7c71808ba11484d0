import { Button, SegmentedControl, Select, Table } from '@mantine/core'
import type { requests } from '@vypusk/contract'
import { useMemo, useState } from 'react'
import { formatNumber } from '../../../ui/duration.ts'
import { Section } from '../../../ui/Section.tsx'
import classes from './Import.module.css'
import type { DateOrder, Report } from './importing.ts'
import { choiceOf, howTaken, isOpen, optionsFor, unnamedInWords, valueOf } from './import-values.ts'

type Column = requests.ValueColumn
type Word = requests.ValueWord
type Choose = (values: requests.ImportChoices) => void

const SHOWN = 30

interface WordLineProps {
  column: Column
  word: Word
  data: { value: string; label: string }[]
  onChoose: Choose
}

function WordLine({ column: { field, can_create }, word, data, onChoose }: WordLineProps) {
  const choose = (choice: Word['choice']) => onChoose({ [field]: { [word.word]: choice } })
  const own = can_create ? [...data, { value: 'new', label: `Создать «${word.word}»` }] : data
  const { alike } = word
  return (
    <Table.Tr>
      <Table.Td className={classes.word}>{word.word}</Table.Td>
      <Table.Td className={classes.number}>{formatNumber(word.count)}</Table.Td>
      <Table.Td>
        <div className={classes.taken}>
          <Select
            size="xs"
            searchable
            aria-label={`Что такое «${word.word}»`}
            data={own}
            value={valueOf(word.choice)}
            allowDeselect={false}
            nothingFoundMessage="Ничего не нашлось"
            onChange={(value) => value !== null && choose(choiceOf(value))}
          />
          {alike ? (
            <Button variant="default" size="compact-xs" className={classes.alike} onClick={() => choose(alike.id)}>
              Похоже: {alike.name}
            </Button>
          ) : (
            <span className={classes.note}>{howTaken(word)}</span>
          )}
        </div>
      </Table.Td>
    </Table.Tr>
  )
}

/** The words of one column with their meaning here; words without a meaning come first. */
function ColumnWords({ column, onChoose }: { column: Column; onChoose: Choose }) {
  const [isWhole, setWhole] = useState(false)
  const data = useMemo(() => optionsFor(column), [column])
  const words = column.words.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
  const shown = isWhole ? words : words.slice(0, SHOWN)
  const unnamed = column.words_count - column.words.length
  return (
    <>
      <div className={classes.rows}>
        <Table aria-label={`Значения: ${column.title}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>В файле</Table.Th>
              <Table.Th className={classes.number}>Строк</Table.Th>
              <Table.Th>Здесь</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((word) => (
              <WordLine key={word.word} column={column} word={word} data={data} onChoose={onChoose} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {shown.length < words.length && (
        <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
          Показать все: {formatNumber(words.length)}
        </Button>
      )}
      {unnamed > 0 && <p className={classes.note}>{unnamedInWords(unnamed)}</p>}
    </>
  )
}

interface ImportValuesProps {
  report: Report
  onChoose: Choose
  onOrder: (order: DateOrder) => void
  onUnit: (unit: requests.EstimateUnit) => void
}

const ORDERS = [
  { value: 'dmy', label: 'День, месяц' },
  { value: 'mdy', label: 'Месяц, день' },
]
const UNITS = [
  { value: 'hours', label: 'Часы' },
  { value: 'minutes', label: 'Минуты' },
  { value: 'seconds', label: 'Секунды' },
]

/** What the file leaves open besides its words: the order of dates, the unit of hours. */
const Forms = ({ report: { dates, unit }, onOrder, onUnit }: Omit<ImportValuesProps, 'onChoose'>) =>
  (dates || unit) && (
    <div className={classes.forms}>
      {dates && (
        <div className={classes.form}>
          <span>
            Даты вида {dates.sample}
            {!dates.is_sure && ' – по файлу не понять, проверьте'}
          </span>
          <SegmentedControl
            size="xs"
            aria-label="Порядок чисел в датах"
            data={ORDERS}
            value={dates.order}
            onChange={(order) => onOrder(order as DateOrder)}
          />
        </div>
      )}
      {unit && (
        <div className={classes.form}>
          <span>Числа в колонке «Часы»</span>
          <SegmentedControl
            size="xs"
            aria-label="Что означают числа в колонке «Часы»"
            data={UNITS}
            value={unit}
            onChange={(chosen) => onUnit(chosen as requests.EstimateUnit)}
          />
        </div>
      )}
    </div>
  )

/** The second step: assigns a meaning to every word of the file. */
export function ImportValues({ report, onChoose, onOrder, onUnit }: ImportValuesProps) {
  const columns = report.values.filter(({ words }) => words.length > 0)
  const [chosen, setChosen] = useState<string | null>(null)
  const column =
    columns.find(({ field }) => field === chosen) ?? columns.find(({ words }) => words.some(isOpen)) ?? columns[0]
  const alike = columns
    .flatMap(({ field, words }) => words.map((word) => ({ field, ...word })))
    .filter((word) => word.alike)
  const takeAlike = () => {
    const values: requests.ImportChoices = {}
    for (const { field, word, alike: like } of alike) values[field] = { ...values[field], [word]: like?.id ?? null }
    onChoose(values)
  }
  if (!column && !report.dates && !report.unit) return null
  return (
    <Section title="Значения" aside="запоминаются для этого источника" level={2}>
      <Forms report={report} onOrder={onOrder} onUnit={onUnit} />
      {column && (
        <>
          <div className={classes.fields}>
            {columns.map(({ field, title, words }) => (
              <Button
                key={field}
                size="compact-sm"
                variant={field === column.field ? 'light' : 'default'}
                aria-pressed={field === column.field}
                onClick={() => setChosen(field)}
              >
                {title}: {countsIn(words)}
              </Button>
            ))}
            {alike.length > 1 && (
              <Button size="compact-sm" variant="subtle" onClick={takeAlike}>
                Принять все похожие: {alike.length}
              </Button>
            )}
          </div>
          <ColumnWords key={column.field} column={column} onChoose={onChoose} />
        </>
      )}
    </Section>
  )
}

const countsIn = (words: readonly Word[]) => {
  const open = words.filter(isOpen).length
  return open > 0 ? `${open} из ${words.length} без пары` : formatNumber(words.length)
}
