import '@mantine/dates/styles.layer.css'
import { TimePicker } from '@mantine/dates'
import type { TimePickerProps } from '@mantine/dates'
import { useRef, useState } from 'react'
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
function useHalfTime(onChange: (time: string) => void) {
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

/** A time of day, always in 24-hour format. */
export function TimeField({ value, onChange, clock, error, ...rest }: TimeFieldProps) {
  const { completed, fault, clear, fieldProps } = useHalfTime(onChange)
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
      value={value ?? ''}
      onChange={(time) => onChange(time === '' ? null : time.slice(0, 5))}
    />
  )
}
