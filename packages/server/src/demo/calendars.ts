import { companyCalendars, zones } from '@vypusk/contract'
import { installationZone } from '../platform/clock.ts'
import { weekdayOf } from '../platform/working-days.ts'
import type { Loader } from './copy.ts'
import type { World } from './people.ts'
import { type Day, dayOf, dayText, startOf } from './time.ts'

interface Kept {
  /** Index of the company in the demo; the smallest demo has only the first of them. */
  company: number
  zone: string
  /** Hours in which releases are installed, by weekday; null for any. */
  installing: companyCalendars.Span[] | null
  /** Closed days counted from today, the last one included, and why; entered by the company itself or by staff. */
  closed: { from: number; to: number; reason: string; by_client: boolean }[]
}

const nights = (...weekdays: number[]) => weekdays.map((weekday) => ({ weekday, from: '00:00', to: '06:00' }))
const evenings = (...weekdays: number[]) => weekdays.map((weekday) => ({ weekday, from: '19:00', to: '23:00' }))

/** From the west of the country to the east. */
const kept: Kept[] = [
  {
    company: 0,
    zone: 'Asia/Vladivostok',
    installing: [...nights(1, 2, 3, 4, 5), { weekday: 6, from: '00:00', to: '24:00' }],
    closed: [
      { from: 9, to: 13, reason: 'Инвентаризация портового хозяйства', by_client: true },
      { from: 60, to: 66, reason: 'Навигационные учения', by_client: false },
    ],
  },
  { company: 1, zone: 'Europe/Moscow', installing: evenings(0, 1, 2, 3), closed: [] },
  {
    company: 3,
    zone: 'Asia/Yekaterinburg',
    installing: null,
    closed: [{ from: 20, to: 24, reason: 'Закрытие квартала', by_client: true }],
  },
  {
    company: 6,
    zone: 'Europe/Kaliningrad',
    installing: evenings(0, 1, 2, 3, 4),
    closed: [{ from: 5, to: 6, reason: 'Переезд серверной', by_client: true }],
  },
  {
    company: 19,
    zone: 'Asia/Kamchatka',
    installing: nights(0, 1, 2, 3, 4),
    closed: [{ from: 30, to: 44, reason: 'Путина: систему не трогаем', by_client: true }],
  },
]

/** The provider's own closed days, counted from today. */
const own = { from: 38, to: 40, reason: 'Перенос стенда поставщика' }

/** An installation, by the installation's clock. */
interface Planned {
  releaseDate: Day
  releaseTime: string | null
}

/** Whether a company installs at this moment by its own hours and closed days. */
function isFitting({ zone, installing, closed }: Kept, { releaseDate, releaseTime }: Planned, today: Day): boolean {
  const wall = { day: dayText(releaseDate), time: releaseTime ?? '12:00' }
  const { day, time } = releaseTime === null ? wall : zones.wallIn(zone, installationZone(), wall)
  const isClosed = [own, ...closed].some(({ from, to }) => today + from <= dayOf(day) && dayOf(day) <= today + to)
  const spans = (installing ?? []).filter(({ weekday }) => weekday === weekdayOf(day))
  const isOpen = spans.some(({ from, to }) => releaseTime === null || (from <= time && time < to))
  return !isClosed && (installing === null || isOpen)
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const A_WEEK = [0, 1, 2, 3, 4, 5, 6]

/** The first installation from a planned one on that suits the company: staff keep no date against its calendar. */
export function fitting(idcomp: number, planned: Planned, today: Day): Planned {
  const calendar = kept.find(({ company }) => company + 1 === idcomp)
  if (!calendar || planned.releaseDate < today) return planned
  const times = planned.releaseTime === null ? [null] : [planned.releaseTime, ...HOURS]
  const all = A_WEEK.flatMap((days) =>
    times.map((releaseTime) => ({ releaseDate: planned.releaseDate + days, releaseTime })),
  )
  return all.find((each) => isFitting(calendar, each, today)) ?? planned
}

/**
 * Writes calendars of companies: some have their own hours, the others use the installation's.
 * @returns the latest id of closed days
 */
export function writeCalendars(load: Loader, { staff, companies }: World, today: Day): number {
  const [keeper] = staff
  if (!keeper) throw new Error('the demo needs staff')
  let id = 0
  const close = (idcomp: number | null, author: number, days: { from: number; to: number; reason: string }) =>
    load.add('freezes', [
      (id += 1),
      idcomp,
      today + days.from,
      today + days.to,
      days.reason,
      author,
      startOf(today - 7 - id),
    ])
  close(null, keeper.id, own)
  for (const { company, zone, installing, closed } of kept) {
    const one = companies[company]
    if (!one) continue
    const [person = keeper] = one.people
    const working = JSON.stringify(companyCalendars.USUAL_WEEK)
    const hours = installing && JSON.stringify(installing)
    load.add('company_calendars', [one.idcomp, zone, working, hours, person.id, startOf(today - 20)])
    for (const days of closed) close(one.idcomp, days.by_client ? person.id : keeper.id, days)
  }
  return id
}
