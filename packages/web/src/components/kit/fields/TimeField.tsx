import '@mantine/dates/styles.layer.css'
import { TimePicker } from '@mantine/dates'
import type { TimePickerProps } from '@mantine/dates'

interface TimeFieldProps extends Pick<TimePickerProps, 'size' | 'disabled' | 'error'> {
  /** `HH:mm`. */
  value: string | null
  onChange: (time: string | null) => void
  /** The clock of the time: «МСК». */
  clock?: string | null
}

/** A time of day, always in 24-hour format. */
export const TimeField = ({ value, onChange, clock, ...rest }: TimeFieldProps) => (
  <TimePicker
    label={clock ? `Время, ${clock}` : 'Время'}
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
