import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatDuration, readDuration } from '../../../ui/duration.ts'

interface DurationFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** In minutes. Optional only for the sake of `form.getInputProps`. */
  value?: number | null
  onChange: (minutes: number | null) => void
}

const shown = (minutes: number | null): string => (minutes === null ? '' : formatDuration(minutes))

/** Hours as people write them: «7:30», «7,5», «90м»; its value is in minutes. An invalid value blocks its form. */
export function DurationField({ value = null, onChange, error, ...rest }: DurationFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(shown(value))
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(shown(value))
  }
  const read = readDuration(typed)
  // The form still has the previous value, which `useServerForm` does not send while the field is invalid.
  useEffect(() => input.current?.setCustomValidity(read.fault ?? ''), [read.fault])
  const leave = () => {
    if (read.fault !== null) return
    setKnown(read.minutes)
    setTyped(shown(read.minutes))
    if (read.minutes !== value) onChange(read.minutes)
  }
  return (
    <TextInput
      ref={input}
      placeholder="ЧЧ:ММ"
      inputMode="text"
      {...rest}
      value={typed}
      error={read.fault ?? error}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      // Enter submits the form while the field has the focus.
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
}
