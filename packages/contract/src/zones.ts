/**
 * Moments by the clocks of time zones, the same on the server and in the browser: both know the tz database, and
 * neither counts by the zone its process runs in.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A day and a time of day as a clock on some wall shows them. */
export interface Wall {
  /** `YYYY-MM-DD` */
  day: string
  /** `HH:mm` */
  time: string
}

/** The zone this process or browser lives in; the server's is the installation's. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** Minutes east of Greenwich, asked of the tz database. */
function offsetFromDatabase(zone: string, at: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return (Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE_MS) * MINUTE_MS) / MINUTE_MS
}

/** No zone changes its clocks twice within so many days, so between two equal offsets there is no other. */
const STRETCH_MS = 8 * DAY_MS
/** Of one zone: the stretches of the hundred years that the product knows. */
const MOST_REMEMBERED = 5000
const remembered = new Map<string, Map<number, number>>()

function rememberedOf(zone: string): Map<number, number> {
  const known = remembered.get(zone)
  if (known) return known
  const made = new Map<number, number>()
  remembered.set(zone, made)
  return made
}

function offsetOnGrid(zone: string, index: number): number {
  const own = rememberedOf(zone)
  const known = own.get(index)
  if (known !== undefined) return known
  if (own.size >= MOST_REMEMBERED) own.clear()
  const offset = offsetFromDatabase(zone, index * STRETCH_MS)
  own.set(index, offset)
  return offset
}

/** Minutes east of Greenwich by which a zone's clocks go at a moment, in milliseconds since 1970. */
export function offsetAt(zone: string, at: number): number {
  const index = Math.floor(at / STRETCH_MS)
  const offset = offsetOnGrid(zone, index)
  return offset === offsetOnGrid(zone, index + 1) ? offset : offsetFromDatabase(zone, at)
}

/** What the clocks of a zone show at a moment. */
export function wallAt(zone: string, at: number): Wall {
  const shown = new Date(at + offsetAt(zone, at) * MINUTE_MS).toISOString()
  // A year of five digits is written otherwise; only old rows come near it.
  if (shown.startsWith('+')) return { day: '9999-12-31', time: '23:59' }
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** When the clocks of a zone show it, rising: once as a rule, never in the hour that spring leaves out, twice in autumn's. */
export function momentsOf(zone: string, { day, time }: Wall): number[] {
  const asUtc = Date.parse(`${day}T${time}Z`)
  const offsets = new Set([offsetAt(zone, asUtc - DAY_MS), offsetAt(zone, asUtc + DAY_MS)])
  return [...offsets]
    .map((offset) => asUtc - offset * MINUTE_MS)
    .filter((at) => asUtc - offsetAt(zone, at) * MINUTE_MS === at)
    .toSorted((one, other) => one - other)
}

/** The moment that is meant: the earlier of two, and where there is none the one as long after the gap as it is in it. */
export function momentOf(zone: string, wall: Wall): number {
  const asUtc = Date.parse(`${wall.day}T${wall.time}Z`)
  const before = offsetAt(zone, asUtc - DAY_MS)
  // The clocks are not changed around: there is one such moment.
  if (before === offsetAt(zone, asUtc + DAY_MS)) return asUtc - before * MINUTE_MS
  const [first] = momentsOf(zone, wall)
  return first ?? asUtc - before * MINUTE_MS
}

/** What the clocks of one zone show while those of another show this. */
export const wallIn = (zone: string, of: string, wall: Wall): Wall =>
  zone === of ? wall : wallAt(zone, momentOf(of, wall))

const MOSCOW = 180
const TWO = 2

/** By which clock a time of day is meant: «МСК», elsewhere «UTC+5». */
export function clockAt(zone: string, at: number): string {
  const minutes = offsetAt(zone, at)
  if (minutes === 0) return 'UTC'
  if (minutes === MOSCOW) return 'МСК'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(TWO, '0')}`}`
}

/** The zones of Russia, from the west to the east, by the places people call them by. */
export const RUSSIAN_ZONES: Readonly<Record<string, string>> = {
  'Europe/Kaliningrad': 'Калининград',
  'Europe/Moscow': 'Москва',
  'Europe/Volgograd': 'Волгоград',
  'Europe/Kirov': 'Киров',
  'Europe/Astrakhan': 'Астрахань',
  'Europe/Saratov': 'Саратов',
  'Europe/Ulyanovsk': 'Ульяновск',
  'Europe/Samara': 'Самара',
  'Asia/Yekaterinburg': 'Екатеринбург',
  'Asia/Omsk': 'Омск',
  'Asia/Novosibirsk': 'Новосибирск',
  'Asia/Barnaul': 'Барнаул',
  'Asia/Tomsk': 'Томск',
  'Asia/Novokuznetsk': 'Новокузнецк',
  'Asia/Krasnoyarsk': 'Красноярск',
  'Asia/Irkutsk': 'Иркутск',
  'Asia/Chita': 'Чита',
  'Asia/Yakutsk': 'Якутск',
  'Asia/Khandyga': 'Хандыга',
  'Asia/Vladivostok': 'Владивосток',
  'Asia/Ust-Nera': 'Усть-Нера',
  'Asia/Magadan': 'Магадан',
  'Asia/Sakhalin': 'Сахалин',
  'Asia/Srednekolymsk': 'Среднеколымск',
  'Asia/Kamchatka': 'Камчатка',
  'Asia/Anadyr': 'Анадырь',
}

/** The place a zone is called by: «Владивосток»; abroad as the tz database writes it. */
export const placeOf = (zone: string): string =>
  RUSSIAN_ZONES[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

const weekdays = new Intl.DateTimeFormat('ru-RU', { weekday: 'long', timeZone: 'UTC' })

/** «04:00 среда, Владивосток»: the weekday where it is another day there. */
function elsewhere(zone: string, at: number, than: Wall): string {
  const { day, time } = wallAt(zone, at)
  return `${time}${day === than.day ? '' : ` ${weekdays.format(new Date(day))}`}, ${placeOf(zone)}`
}

/**
 * The one way a time of day is shown: «21:00 МСК · 04:00 среда, Владивосток».
 * @param of whose clock the wall is
 * @param others whose clocks are named beside it, where they show something else
 */
export function timeInZones(of: string, wall: Wall, others: readonly (string | null)[] = []): string {
  const at = momentOf(of, wall)
  const offsets = new Set([offsetAt(of, at)])
  const beside = others.flatMap((zone) => {
    if (zone === null || offsets.has(offsetAt(zone, at))) return []
    offsets.add(offsetAt(zone, at))
    return [elsewhere(zone, at, wall)]
  })
  return [`${wall.time} ${clockAt(of, at)}`, ...beside].join(' · ')
}

/**
 * A planned moment in words: «05.03.2026, четверг, 22:00 МСК · 05:00 пятница, Владивосток»; its weekdays are those of the
 * clocks they stand beside.
 * @param others whose clocks are named beside it, where they show something else
 */
export const plannedInZones = (of: string, wall: Wall, others: readonly (string | null)[] = []): string =>
  `${wall.day.split('-').toReversed().join('.')}, ${weekdays.format(new Date(wall.day))}, ${timeInZones(of, wall, others)}`

/** A time of day that the clocks of the zone never show, or show twice, in a sentence; null as a rule. */
export function oddTime(zone: string, wall: Wall): string | null {
  const [first, second] = momentsOf(zone, wall)
  const [, month, day] = wall.day.split('-')
  if (first === undefined) {
    return `Часы переводят вперёд: времени ${wall.time} ${day}.${month} не бывает (${placeOf(zone)})`
  }
  if (second === undefined) return null
  return `Часы переводят назад: ${wall.time} ${day}.${month} бывает дважды (${placeOf(zone)}); считается первое`
}

/** The nearest times of that day before and after an odd one that the clocks show once; nothing of a time that is not odd. */
export function timesBeside(zone: string, wall: Wall): string[] {
  if (momentsOf(zone, wall).length === 1) return []
  const asUtc = Date.parse(`${wall.day}T${wall.time}Z`)
  const moved = Math.abs(offsetAt(zone, asUtc + DAY_MS) - offsetAt(zone, asUtc - DAY_MS)) * MINUTE_MS
  return [asUtc - moved, asUtc + moved]
    .map((at) => wallAt('UTC', at))
    .filter((beside) => beside.day === wall.day && momentsOf(zone, beside).length === 1)
    .map(({ time }) => time)
}
