import '@mantine/dates/styles.layer.css'
import { TimePicker } from '@mantine/dates'
import type { TimePickerProps } from '@mantine/dates'
import { useEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'

type Shown = 'size' | 'w' | 'label' | 'aria-label' | 'hoursInputLabel' | 'minutesInputLabel' | 'clearable'

interface TimeFieldProps extends Pick<TimePickerProps, Shown | 'disabled' | 'error'> {
  /** `HH:mm`. */
  value: string | null
  onChange: (time: string | null) => void
  /** The clock of the time: «МСК». */
  clock?: string | null
}

const NO_HOURS = 'Укажите часы'
const NO_MINUTES = 'Укажите минуты'

/**
 * Half a time, which the picker reports as none: hours alone are the full hour once the field is left; what cannot be
 * completed blocks the form (`leadToUnread`), which would otherwise be sent without the time that is on the screen.
 */
function useHalfTime(value: string | null, onChange: (time: string) => void) {
  const hoursRef = useRef<HTMLInputElement>(null)
  const minutesRef = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  // The picker ignores a value that is set after it has reported none, so it is drawn anew.
  const [completed, setCompleted] = useState(0)
  const say = (noHours: string, noMinutes: string) => {
    hoursRef.current?.setCustomValidity(noHours)
    minutesRef.current?.setCustomValidity(noMinutes)
    setFault(noHours || noMinutes)
  }
  // A time that was chosen beside the field completes it.
  if (value !== null && fault !== '') setFault('')
  useEffect(() => {
    if (value !== null) for (const part of [hoursRef, minutesRef]) part.current?.setCustomValidity('')
  }, [value])
  const typed = () => ({ hours: hoursRef.current?.value ?? '', minutes: minutesRef.current?.value ?? '' })
  const whatIsMissing = ({ hours, minutes }: ReturnType<typeof typed>) =>
    say(minutes && !hours ? NO_HOURS : '', hours && !minutes ? NO_MINUTES : '')
  const leave = () => {
    const { hours, minutes } = typed()
    if (!hours || minutes) return whatIsMissing({ hours, minutes })
    say('', '')
    setCompleted((times) => times + 1)
    onChange(`${hours.padStart(2, '0')}:00`)
  }
  return {
    completed,
    fault,
    clear: () => say('', ''),
    fieldProps: {
      hoursRef,
      minutesRef,
      onInput: () => say('', ''),
      onKeyDownCapture: ({ key }: KeyboardEvent) => key === 'Enter' && whatIsMissing(typed()),
      wrapperProps: {
        onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => currentTarget.contains(relatedTarget) || leave(),
      },
    },
  }
}

/**
 * What the picker is given as its value. When one part of a time is deleted, it reports none, and given none it would
 * empty the other part as well: it is given the former time instead, written otherwise, of which it takes nothing over.
 */
function usePickerTime(value: string | null) {
  const [former, setFormer] = useState<string | null>(null)
  if (value !== null && former !== null) setFormer(null)
  return { time: value ?? former ?? '', keepOther: () => value !== null && setFormer(`${value}:00`) }
}

/** A time of day, always in 24-hour format. */
export function TimeField({ value, onChange, clock, error, ...rest }: TimeFieldProps) {
  const { completed, fault, clear, fieldProps } = useHalfTime(value, onChange)
  const { time: shown, keepOther } = usePickerTime(value)
  return (
    <TimePicker
      key={completed}
      label={clock ? `Время, ${clock}` : 'Время'}
      w={130}
      format="24h"
      clearable
      hoursInputLabel="Часы"
      minutesInputLabel="Минуты"
      clearButtonProps={{ 'aria-label': 'Очистить время', onClick: clear }}
      {...rest}
      {...fieldProps}
      error={fault || error}
      value={shown}
      onChange={(time) => {
        if (time === '') keepOther()
        onChange(time === '' ? null : time.slice(0, 5))
      }}
    />
  )
}
