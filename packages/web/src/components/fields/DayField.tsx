import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import type { DateInputProps } from '@mantine/dates'

interface DayFieldProps extends Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue' | 'withTime'> {
  /** `YYYY-MM-DD`. */
  value: string | null
  onChange: (day: string | null) => void
}

/** A calendar day, typed as DD.MM.YYYY or picked; `YYYY-MM-DD` outside. */
export const DayField = (props: DayFieldProps) => <DateInput clearable {...props} />
