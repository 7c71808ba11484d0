import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core'
import { decodeName, zones } from '@vypusk/contract'
import { useId, useState } from 'react'
import { DayField } from '../../../components/kit/fields/DayField.tsx'
import { TimeField } from '../../../components/kit/fields/TimeField.tsx'
import { DayWarnings } from '../../../components/shared/dates/DayWarnings.tsx'
import { momentInZones } from '../../../components/shared/dates/moments.ts'
import { countOf, plural } from '../../../ui/plural.ts'
import classes from './Picking.module.css'
import type { Row, Wish } from './picking.ts'

const DAYS = ['день', 'дня', 'дней'] as const
const FIT = ['подходит', 'подходят', 'подходят'] as const
const NOON = '12:00'

/** «МСК»: the clock in which the time is given. */
const clockOf = (zone: string, { releaseDate, releaseTime }: Wish): string | null =>
  releaseDate ? zones.clockAt(zone, zones.momentOf(zone, { day: releaseDate, time: releaseTime ?? NOON })) : null

interface PickRowProps {
  release_id: number
  row: Row
  /** The installation's time zone, in which dates are given. */
  zone: string
  onChange: (wish: Wish) => void
  onLeaveOut: (isOut: boolean) => void
}

/** Another date and time, with the objections to them. */
function OtherDate({ release_id, row: { idcomp, wish, name }, zone, onChange }: Omit<PickRowProps, 'onLeaveOut'>) {
  return (
    <Stack gap="xs" className={classes.other} role="group" aria-label={`Другая дата: ${name}`}>
      <Group gap="sm" align="start">
        <DayField
          label="Дата"
          w={160}
          value={wish.releaseDate}
          onChange={(releaseDate) => onChange({ ...wish, releaseDate })}
        />
        <TimeField
          clock={clockOf(zone, wish)}
          value={wish.releaseTime}
          onChange={(releaseTime) => onChange({ ...wish, releaseTime })}
        />
      </Group>
      <DayWarnings
        release_id={release_id}
        companies={[idcomp]}
        day={wish.releaseDate}
        time={wish.releaseTime}
        onChoose={({ day, time }) => onChange({ ...wish, releaseDate: day, releaseTime: time })}
        reason={wish.against_reason}
        onReason={(against_reason) => onChange({ ...wish, against_reason })}
      />
    </Stack>
  )
}

/** Why the days before it are not suitable, one per line. */
const Refused = ({ id, refused }: { id: string; refused: Row['refused'] }) => (
  <ul id={id} className={classes.refused}>
    {refused.map(({ day, reason }) => (
      <li key={day}>{decodeName(reason)}</li>
    ))}
  </ul>
)

const dateInWords = ({ wish, company_zone }: Row, zone: string): string =>
  wish.releaseDate ? momentInZones({ ...wish, zone, company_zone }) : 'Подходящей даты нет на два года вперёд'

/**
 * One company: its date by its own clock and by the provider's, why not earlier, and buttons to change it or leave it
 * out.
 */
export function PickRow({ onLeaveOut, ...rowProps }: PickRowProps) {
  const { row, zone } = rowProps
  const [isChanging, setChanging] = useState(false)
  const [isWhy, setWhy] = useState(false)
  const why = useId()
  const { name, refused, wish } = row
  return (
    <li className={classes.row} data-out={!row.isIn || undefined}>
      <div className={classes.line}>
        <Checkbox
          label={name}
          checked={row.isIn}
          disabled={wish.releaseDate === null}
          onChange={(event) => onLeaveOut(!event.currentTarget.checked)}
        />
        <div className={classes.date}>
          {dateInWords(row, zone)}
          {row.keepsDate && <div className={classes.note}>назначена раньше, не отправлена</div>}
        </div>
        <Group gap={4} className={classes.ways}>
          {refused.length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-expanded={isWhy}
              aria-controls={why}
              aria-label={`Почему не раньше: ${name}`}
              onClick={() => setWhy(!isWhy)}
            >
              Почему не раньше
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={isChanging}
            aria-label={`${isChanging ? 'Готово' : 'Изменить'}: ${name}`}
            onClick={() => setChanging(!isChanging)}
          >
            {isChanging ? 'Готово' : 'Изменить'}
          </Button>
        </Group>
      </div>
      {row.fault && <Alert color="red" title={row.fault} role="alert" className={classes.other} />}
      {isWhy && (
        <div className={classes.other}>
          <p className={classes.note}>
            Не {plural(refused.length, FIT)} {countOf(refused.length, DAYS)}:
          </p>
          <Refused id={why} refused={refused} />
        </div>
      )}
      {isChanging && <OtherDate {...rowProps} />}
    </li>
  )
}
