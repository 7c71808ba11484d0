import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { TimeField } from '../../components/kit/fields/TimeField.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import quiet from '../../ui/quiet.module.css'
import classes from './calendars.module.css'
import { asOnMonday, nextSpan, readEnd, shownEnd, WEEKDAYS, type Span } from './week.ts'

interface TimeProps {
  label: string
  value: string
  disabled: boolean
  onChange: (time: string) => void
}

const Time = ({ label, value, disabled, onChange }: TimeProps) => (
  <TimeField
    label={null}
    aria-label={label}
    size="xs"
    w="auto"
    clearable={false}
    hoursInputLabel={`${label}, часы`}
    minutesInputLabel={`${label}, минуты`}
    disabled={disabled}
    value={value}
    onChange={(time) => time && onChange(time)}
  />
)

interface WeekFieldProps {
  label: string
  value: Span[]
  disabled: boolean
  error?: string | undefined
  onChange: (spans: Span[]) => void
}

/** The hours of each weekday, with several spans per day. */
export function WeekField({ label, value, disabled, error, onChange }: WeekFieldProps) {
  // When spans change places, the fields are drawn anew, so that none keeps what was typed for another span.
  const [shifts, setShifts] = useState(0)
  const put = (at: Span, next: Span) => onChange(value.map((span) => (span === at ? next : span)))
  const shift = (spans: Span[]) => (setShifts(shifts + 1), onChange(spans))
  return (
    <fieldset className={classes.week} aria-label={label}>
      {WEEKDAYS.map((day, weekday) => {
        const own = value.filter((span) => span.weekday === weekday)
        return (
          <div key={day} className={classes.day}>
            <span className={classes.name}>{day}</span>
            <div className={classes.spans}>
              {own.length === 0 && <span className={quiet.dim}>нет</span>}
              {own.map((span, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- their place is all that stays while they are edited
                <span key={`${shifts}.${place}`} className={classes.span}>
                  <Time
                    label={`${day}, с`}
                    value={span.from}
                    disabled={disabled}
                    onChange={(from) => put(span, { ...span, from })}
                  />
                  –
                  <Time
                    label={`${day}, до`}
                    value={shownEnd(span.to)}
                    disabled={disabled}
                    onChange={(to) => put(span, { ...span, to: readEnd(to) })}
                  />
                  {!disabled && (
                    <IconAction
                      label={`Убрать: ${day}, ${span.from}`}
                      size={22}
                      onClick={() => shift(value.filter((one) => one !== span))}
                    >
                      <IconX size={14} />
                    </IconAction>
                  )}
                </span>
              ))}
            </div>
            {!disabled && (
              <IconAction
                label={`Добавить часы: ${day}`}
                size={22}
                onClick={() => onChange([...value, nextSpan(value, weekday)])}
              >
                <IconPlus size={14} />
              </IconAction>
            )}
          </div>
        )
      })}
      {!disabled && (
        <Button variant="subtle" size="compact-xs" onClick={() => shift(asOnMonday(value))}>
          По будням как в понедельник
        </Button>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
