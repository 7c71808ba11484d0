import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formatDuration, parseDuration } from '../../ui/duration.ts'

interface DurationFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** Minutes. Optional only for the sake of `form.getInputProps`. */
  value?: number | null
  onChange: (minutes: number | null) => void
}

const shown = (minutes: number | null): string => (minutes === null ? '' : formatDuration(minutes))

/** Hours as people write them: «7:30», «7,5», «90м»; minutes outside. */
export function DurationField({ value = null, onChange, error, ...rest }: DurationFieldProps) {
  const [typed, setTyped] = useState(shown(value))
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(shown(value))
  }
  const read = typed.trim() === '' ? null : parseDuration(typed)
  const isWrong = typed.trim() !== '' && read === null
  const leave = () => {
    if (isWrong) return
    setKnown(read)
    setTyped(shown(read))
    if (read !== value) onChange(read)
  }
  return (
    <TextInput
      placeholder="ЧЧ:ММ"
      inputMode="text"
      {...rest}
      value={typed}
      error={isWrong ? 'Часы: 7:30, 7,5 или 90м' : error}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      // Enter sends the form from within the field.
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
}
