import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import type { DateInputProps } from '@mantine/dates'

interface DayFieldProps extends Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue' | 'withTime'> {
  /** `YYYY-MM-DD`. Optional only for the sake of `form.getInputProps`. */
  value?: string | null
  onChange: (day: string | null) => void
}

/** A calendar day, typed as DD.MM.YYYY or picked; `YYYY-MM-DD` outside. */
export const DayField = ({ value = null, ...rest }: DayFieldProps) => <DateInput clearable {...rest} value={value} />
