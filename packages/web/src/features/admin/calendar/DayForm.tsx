import { Button, Radio, Stack, TextInput } from '@mantine/core'
import type { adminCalendar } from '@vypusk/contract'
import { useState } from 'react'
import { KINDS, yearDayInWords, kindOf, minutesOfKind } from './days.ts'
import type { DayKind } from './days.ts'

interface DayFormProps {
  day: adminCalendar.YearDay
  isSaving: boolean
  onSave: (minutes: number | null, name: string) => void
}

/** Edits the kind of a day and its name in the calendar. */
export function DayForm({ day, isSaving, onSave }: DayFormProps) {
  const [kind, setKind] = useState<DayKind>(kindOf(day))
  const [name, setName] = useState(day.name)
  // A day of an unusual length keeps it until another kind is chosen.
  const minutes = kind === kindOf(day) && day.is_special ? day.minutes : minutesOfKind(kind)
  return (
    <form
      aria-label={yearDayInWords(day)}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(minutes, kind === 'usual' ? '' : name.trim())
      }}
    >
      <Stack gap="sm">
        <Radio.Group
          aria-label="Что это за день"
          value={kind}
          onChange={(value) => setKind(KINDS.find((one) => one.value === value)?.value ?? kind)}
        >
          <Stack gap={6}>
            {KINDS.map(({ value, label }) => (
              <Radio key={value} size="xs" value={value} label={label} data-autofocus={value === kind || undefined} />
            ))}
          </Stack>
        </Radio.Group>
        {kind !== 'usual' && (
          <TextInput
            size="xs"
            label="Название"
            placeholder="Перенос выходного дня"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size="xs" loading={isSaving}>
          Сохранить
        </Button>
      </Stack>
    </form>
  )
}
