import { agreements, decodeName, zones } from '@vypusk/contract'
import type { calendar } from '@vypusk/contract'
import { agreementsCount } from '../../../components/shared/sending/texts.ts'
import { hoursInZones } from '../../../components/shared/dates/moments.ts'
import { formatShortDay } from '../../../ui/dates.ts'
import { WORKING_DAY } from '../../../components/shared/dates/texts.ts'

/** Why two installations should not be so close together; `day` is the other one's. */
export const clashInWords = ({ kind, name, title, day }: calendar.Clash): string =>
  kind === 'company'
    ? `${decodeName(name)}: в этот же день устанавливают релиз ${title}`
    : `Модуль «${name}»: на этой неделе его обновляет и релиз ${title}, ${formatShortDay(day)}`

/** «выходной», «День России», «сокращённый день»; '' for an ordinary working day. */
export function noteOfDay(day: calendar.CalendarDay | undefined): string {
  if (!day || day.minutes >= WORKING_DAY) return day?.name.toLowerCase() ?? ''
  if (day.minutes === 0) return day.name || 'выходной'
  return day.name.toLowerCase() || 'сокращённый день'
}

export const isDayOff = (day: calendar.CalendarDay | undefined): boolean => day?.minutes === 0

/** Everything that a small mark represents, for screen readers and for the tooltip. */
export const itemInWords = (item: calendar.CalendarItem): string =>
  [
    hoursInZones(item),
    item.details.title,
    decodeName(item.company.namecomp),
    agreements.agreementStatusName(agreements.shownStatus(item)),
    item.remark ? 'есть замечание' : '',
    item.clashes.length > 0 ? 'пересечение' : '',
  ]
    .filter(Boolean)
    .join(', ')

/** The clock of the times in the small marks, which have no room for it; '' when there are no times. */
function clockInWords(items: readonly calendar.CalendarItem[], reader: string): string {
  const timed = items.filter(({ releaseTime }) => releaseTime)
  const clocks = new Set(timed.map(({ clock }) => clock))
  if (clocks.size === 0) return ''
  // Days of the grid are in the installation's time zone, like those of the production calendar; elsewhere dates are
  // shown by the reader's clock.
  const isOther = timed.some((item) => isReadOtherwise(item, reader))
  return ` · ${isOther ? 'дни и время' : 'время'} – ${[...clocks].join(', ')}${isOther ? ', у вас другое' : ''}`
}

const isReadOtherwise = ({ zone, releaseDate, releaseTime }: calendar.CalendarItem, reader: string): boolean => {
  if (!releaseDate || !releaseTime) return false
  const wall = { day: releaseDate, time: releaseTime }
  const own = zones.wallIn(reader, zone, wall)
  return own.day !== wall.day || own.time !== wall.time
}

/** «14 согласований · время – МСК». An empty grid looks as if it were loading, so this says why it is empty. */
export const shownInWords = (
  items: readonly calendar.CalendarItem[],
  isFiltered: boolean,
  reader = zones.ownZone(),
): string => {
  if (items.length > 0) return agreementsCount(items.length) + clockInWords(items, reader)
  return isFiltered ? 'ничего не найдено' : 'установок нет'
}
