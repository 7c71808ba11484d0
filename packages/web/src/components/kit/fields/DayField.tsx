import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import type { DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { FIRST_DAY, LAST_DAY } from '@vypusk/contract'
import { dayFault } from './day-fault.ts'
import { markToday } from './mark-today.ts'
import { useShownMonth } from './useShownMonth.ts'

interface DayFieldProps extends Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue' | 'withTime' | 'minDate'> {
  /** `YYYY-MM-DD`. Optional only for the sake of `form.getInputProps`. */
  value?: string | null
  onChange: (day: string | null) => void
  /** The first allowed day, `YYYY-MM-DD`. */
  minDate?: string
}

/** Of the typed day only: that a required field is empty the browser says too, in its own language and words. */
const faultOf = ({ validity, validationMessage }: HTMLInputElement) => (validity.customError ? validationMessage : '')

/**
 * A calendar day, typed as DD.MM.YYYY or picked; its value is `YYYY-MM-DD`. An invalid day shows an error and blocks
 * its form (`useServerForm`); leaving the field restores the previous day and keeps the error beside it.
 */
export function DayField({ value = null, minDate = FIRST_DAY, onChange, error, popoverProps, ...rest }: DayFieldProps) {
  const { onClick, onBlur } = rest
  const [fault, setFault] = useState('')
  const month = useShownMonth({ minDate })
  return (
    <DateInput
      clearable
      minDate={minDate}
      maxDate={LAST_DAY}
      getDayProps={markToday}
      {...month}
      {...rest}
      value={value}
      error={fault || error}
      // The calendar would cover the error.
      popoverProps={{ ...popoverProps, disabled: fault !== '' }}
      onClick={(event) => {
        setFault('')
        onClick?.(event)
      }}
      onChange={(day) => {
        setFault('')
        onChange(day)
      }}
      onInput={(event) => {
        setFault('')
        event.currentTarget.setCustomValidity(dayFault(event.currentTarget.value, minDate))
      }}
      onInvalid={(event) => setFault(faultOf(event.currentTarget))}
      onBlur={(event) => {
        setFault(faultOf(event.currentTarget))
        onBlur?.(event)
      }}
      onFocus={(event) => {
        event.currentTarget.setCustomValidity(dayFault(event.currentTarget.value, minDate))
        // A field that nobody has gone to by hand: what is typed replaces its day instead of being added to it.
        if (rest.autoFocus) event.currentTarget.select()
      }}
    />
  )
}
