import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import type { DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { DAY_BOUNDS, FIRST_DAY, isKnownDay, LAST_DAY } from '@vypusk/contract'
import { parseDay } from '../../../ui/dates.ts'

interface DayFieldProps extends Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue' | 'withTime'> {
  /** `YYYY-MM-DD`. Optional only for the sake of `form.getInputProps`. */
  value?: string | null
  onChange: (day: string | null) => void
}

/** What is wrong with what was typed; empty while nothing is. */
function faultOf(typed: string): string {
  if (typed.trim() === '') return ''
  const day = parseDay(typed)
  if (!day) return `Нет такой даты: «${typed.trim()}». Нужно ДД.ММ.ГГГГ`
  return isKnownDay(day) ? '' : DAY_BOUNDS
}

/**
 * A calendar day, typed as DD.MM.YYYY or picked; `YYYY-MM-DD` outside. What is no day is told of and holds its form
 * back (`useServerForm`); leaving the field puts the former day back, the fault still beside it.
 */
export function DayField({ value = null, onChange, onClick, error, onBlur, popoverProps, ...rest }: DayFieldProps) {
  const [fault, setFault] = useState('')
  return (
    <DateInput
      clearable
      minDate={FIRST_DAY}
      maxDate={LAST_DAY}
      {...rest}
      value={value}
      error={fault || error}
      // The days to pick from would stand over what is told.
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
        event.currentTarget.setCustomValidity(faultOf(event.currentTarget.value))
      }}
      onInvalid={(event) => setFault(event.currentTarget.validationMessage)}
      onBlur={(event) => {
        if (event.currentTarget.checkValidity()) setFault('')
        onBlur?.(event)
      }}
      onFocus={(event) => event.currentTarget.setCustomValidity(faultOf(event.currentTarget.value))}
    />
  )
}
