import { agreements } from '@vypusk/contract'
import { UnstyledButton } from '@mantine/core'
import type { calendar } from '@vypusk/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { AgreementStatus } from '../../../components/shared/marks/AgreementStatus.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { hoursInZones } from '../../../components/shared/dates/moments.ts'
import { formatLongDay, nearDay } from '../../../ui/dates.ts'
import type { Item } from './api.ts'
import classes from './Agenda.module.css'
import { clashInWords, noteOfDay, isDayOff } from './texts.ts'
import { useToday } from '../../../ui/useToday.ts'

interface RowProps {
  item: Item
  isOpen: boolean
  onOpen: (id: number) => void
  companyName: string
}

const Row = ({ item, isOpen, onOpen, companyName }: RowProps) => (
  <UnstyledButton className={classes.row} data-item={item.id} aria-expanded={isOpen} onClick={() => onOpen(item.id)}>
    <span className={classes.rowTime}>{hoursInZones(item) ?? 'весь день'}</span>
    <span className={classes.rowWhat}>
      <span className={classes.rowTitle}>{item.details.title}</span>
      <span className={classes.rowCompany}>{companyName}</span>
      {item.remark && <span className={classes.rowNote}>Замечание: {item.remark}</span>}
      {item.clashes.map((clash) => (
        <span key={`${clash.kind} ${clash.name} ${clash.release_id}`} className={classes.rowClash}>
          <IconAlertTriangle size={13} aria-hidden="true" /> {clashInWords(clash)}
        </span>
      ))}
    </span>
    <AgreementStatus status={agreements.shownStatus(item)} />
  </UnstyledButton>
)

interface AgendaProps {
  items: readonly Item[]
  days: readonly calendar.CalendarDay[]
  open: number | null
  onOpen: (id: number) => void
}

/** Days with agreements, one below the other; empty days are left out. */
export function Agenda({ items, days, open, onOpen }: AgendaProps) {
  useToday()
  const nameOf = useFullNames(items.map(({ company }) => company))
  const about = new Map(days.map((one) => [one.day, one]))
  return (
    <div className={classes.agenda}>
      {[...Map.groupBy(items, ({ releaseDate }) => releaseDate)].map(([day, planned]) => (
        <section key={day} aria-label={formatLongDay(day)}>
          <h2 className={classes.agendaDay} data-off={isDayOff(about.get(day)) || undefined}>
            {formatLongDay(day)}
            <span className={classes.agendaNote}>
              {[nearDay(day), noteOfDay(about.get(day))].filter(Boolean).join(' · ')}
            </span>
          </h2>
          <ul className={classes.rows}>
            {planned.map((item) => (
              <li key={item.id}>
                <Row item={item} isOpen={open === item.id} onOpen={onOpen} companyName={nameOf(item.company)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
