import { Modal, NativeSelect, Table } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { planning } from '@vypusk/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { formatRange, today } from '../../ui/dates.ts'
import { formatHours } from '../../ui/duration.ts'
import { countOf } from '../../ui/plural.ts'
import { previewQuery } from './api.ts'
import { changeOf, notFreeOf, tried, type Change } from './changes.ts'
import { mondayOf } from './scale.ts'
import { overloadTotal, requestsCount } from './texts.ts'

interface CompareProps {
  variants: readonly planning.Variant[]
  rows: readonly planning.PlanningRelease[]
}

/** Stands for the present state, when a variant is not compared with another one. */
const AS_IT_IS = '0'
const WEEKS = 52

const inWords = ({ load, effects }: { load: planning.Load; effects: planning.Effect[] }) => {
  const { weeks, minutes } = overloadTotal(load)
  const lost = effects.flatMap(({ moved }) => moved).filter((each) => each.is_approval_lost).length
  const overload = weeks === 0 ? 'перегрузки нет' : `перегрузка ${formatHours(minutes)}`
  return lost === 0
    ? overload
    : `${overload}, ${countOf(lost, ['согласование пропадёт', 'согласования пропадут', 'согласований пропадут'])}`
}

const cellOf = (row: planning.PlanningRelease, changes: readonly Change[], effects: readonly planning.Effect[]) => {
  const { start_date, plan_date } = tried(row, changes)
  const { requests = [] } = changeOf(changes, row.id) ?? {}
  const effect = effects.find(({ release_id }) => release_id === row.id)
  const added = requests.length - notFreeOf({ requests }, effect).length
  return `${formatRange(start_date, plan_date)}${added > 0 ? ` + ${requestsCount(added)}` : ''}`
}

function Comparison({ variants, rows }: CompareProps) {
  const [sides, setSides] = useState([AS_IT_IS, String(variants[0]?.id ?? AS_IT_IS)])
  const changes = sides.map((side) => variants.find(({ id }) => String(id) === side)?.changes ?? [])
  const from = mondayOf(today())
  const counted = useQueries({ queries: changes.map((each) => previewQuery({ from, weeks: WEEKS, changes: each })) })
  const touched = rows.filter(({ id }) => changes.some((each) => changeOf(each, id)))
  const options = [
    { value: AS_IT_IS, label: 'Как сейчас' },
    ...variants.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label="Сравнение вариантов">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Релиз</Table.Th>
            {sides.map((side, index) => (
              <Table.Th key={index === 0 ? 'left' : 'right'}>
                <NativeSelect
                  aria-label={index === 0 ? 'Слева' : 'Справа'}
                  data={options}
                  value={side}
                  onChange={(event) => setSides(sides.with(index, event.currentTarget.value))}
                />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {touched.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Th scope="row">{row.title}</Table.Th>
              {changes.map((each, index) => (
                <Table.Td key={index === 0 ? 'left' : 'right'}>
                  {cellOf(row, each, counted[index]?.data?.effects ?? [])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th scope="row">За год</Table.Th>
            {counted.map(({ data, error }, index) => (
              <Table.Td key={index === 0 ? 'left' : 'right'}>
                {data ? inWords(data) : error ? sentenceOf(error) : '…'}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Two variants side by side, or a variant beside the present state. */
export const CompareDialog = ({
  opened,
  onClose,
  ...rest
}: CompareProps & { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title="Сравнить варианты" size="xl">
    <Comparison {...rest} />
  </Modal>
)
