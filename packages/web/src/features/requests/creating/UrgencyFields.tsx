import { Input, SegmentedControl, Select, type MantineSize } from '@mantine/core'
import { requests } from '@vypusk/contract'
import type { ReactNode } from 'react'

/** How urgent a request is and which priority its company gives it, in the form of a new request and in that of a change. */

export const urgencies = Object.entries(requests.urgencyLabels).map(([value, label]) => ({ value, label }))
const priorities = [
  { value: '5', label: '5 – самый высокий' },
  { value: '4', label: '4' },
  { value: '3', label: '3' },
  { value: '2', label: '2' },
  { value: '1', label: '1 – самый низкий' },
]

interface FieldProps<Value> {
  value: Value
  onChange: (value: Value) => void
  error?: ReactNode
  size?: MantineSize
}

export const UrgencyField = ({ value, onChange, ...wrapper }: FieldProps<number>) => (
  <Input.Wrapper label="Срочность" labelElement="div" {...wrapper}>
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="Срочность"
      data={urgencies}
      value={String(value)}
      onChange={(urgency) => onChange(Number(urgency))}
    />
  </Input.Wrapper>
)

export const PriorityField = ({ value, onChange, ...input }: FieldProps<number | null>) => (
  <Select
    label={requests.fieldTitles.priority}
    placeholder="Не задан"
    clearable
    clearButtonProps={{ 'aria-label': 'Убрать приоритет' }}
    data={priorities}
    value={value === null ? null : String(value)}
    onChange={(priority) => onChange(priority === null ? null : Number(priority))}
    {...input}
  />
)
