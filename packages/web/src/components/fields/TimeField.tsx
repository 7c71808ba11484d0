import '@mantine/dates/styles.layer.css'
import { TimePicker } from '@mantine/dates'
import type { TimePickerProps } from '@mantine/dates'

interface TimeFieldProps extends Pick<TimePickerProps, 'label' | 'size' | 'disabled' | 'error'> {
  /** `HH:mm`. */
  value: string | null
  onChange: (time: string | null) => void
}

/** A time of day, always by 24 hours. */
export const TimeField = ({ value, onChange, ...rest }: TimeFieldProps) => (
  <TimePicker
    label="Время"
    w={130}
    format="24h"
    clearable
    hoursInputLabel="Часы"
    minutesInputLabel="Минуты"
    clearButtonProps={{ 'aria-label': 'Очистить время' }}
    {...rest}
    value={value ?? ''}
    onChange={(time) => onChange(time === '' ? null : time.slice(0, 5))}
  />
)
