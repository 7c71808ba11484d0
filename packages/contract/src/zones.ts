import { DAY_MS } from './values.ts'

/**
 * Conversion of moments between time zones, for the server and the browser: both have the tz database, and neither
 * relies on the zone that its process runs in. The words for them are apart (zone-words.ts): no first screen needs them.
 */

export const MINUTE_MS = 60_000

/** A day and a time of day as a wall clock shows them. */
export interface Wall {
  /** `YYYY-MM-DD` */
  day: string
  /** `HH:mm` */
  time: string
}

/** The zone that this process or browser runs in; on the server, the installation's. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The name that the tz database has for this zone; undefined for what is none, and for a bare offset such as `+03:00`,
 * which PostgreSQL reads with the opposite sign.
 */
export function knownZone(name: string): string | undefined {
  if (!/^[A-Z]/i.test(name)) return undefined
  try {
    return Intl.DateTimeFormat('ru', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  // The Swedish write a moment from the year to the minute.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(zone, made)
  return made
}

/** Offset in minutes east of Greenwich, computed from the tz database. */
function offsetFromDatabase(zone: string, at: number): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = formatOf(zone).format(at).split(/\D+/).map(Number)
  return (Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE_MS) * MINUTE_MS) / MINUTE_MS
}

/**
 * Length of a stretch. No zone changes its clocks twice within it, so if the offsets at both ends are equal, there is
 * no other one in between.
 */
const STRETCH_MS = 8 * DAY_MS
/** Limit for one zone: the stretches of the hundred years that the product accepts. */
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

/**
 * Returns a zone's offset at a moment, in minutes east of Greenwich.
 * @param at milliseconds since 1970
 */
export function offsetAt(zone: string, at: number): number {
  const index = Math.floor(at / STRETCH_MS)
  const offset = offsetOnGrid(zone, index)
  return offset === offsetOnGrid(zone, index + 1) ? offset : offsetFromDatabase(zone, at)
}

/** The day and time shown by the clocks of a zone at a moment. */
export function wallAt(zone: string, at: number): Wall {
  const shown = new Date(at + offsetAt(zone, at) * MINUTE_MS).toISOString()
  // A five-digit year has another format; only old rows come near one.
  if (shown.startsWith('+')) return { day: '9999-12-31', time: '23:59' }
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/**
 * All moments at which the clocks of a zone show this time, in ascending order. Usually one; none in the hour skipped
 * in spring, and two in the hour repeated in autumn.
 */
export function momentsOf(zone: string, { day, time }: Wall): number[] {
  const asUtc = Date.parse(`${day}T${time}Z`)
  const offsets = new Set([offsetAt(zone, asUtc - DAY_MS), offsetAt(zone, asUtc + DAY_MS)])
  return [...offsets]
    .map((offset) => asUtc - offset * MINUTE_MS)
    .filter((at) => asUtc - offsetAt(zone, at) * MINUTE_MS === at)
    .toSorted((one, other) => one - other)
}

/**
 * The moment meant by a wall time. Of two the earlier one; if there is none, the moment as long after the skipped gap
 * as the time lies in it.
 */
export function momentOf(zone: string, wall: Wall): number {
  const asUtc = Date.parse(`${wall.day}T${wall.time}Z`)
  const before = offsetAt(zone, asUtc - DAY_MS)
  // No clock change is near, so there is exactly one moment.
  if (before === offsetAt(zone, asUtc + DAY_MS)) return asUtc - before * MINUTE_MS
  const [first] = momentsOf(zone, wall)
  return first ?? asUtc - before * MINUTE_MS
}

/** What the clocks of one zone show while those of another zone show `wall`. */
export const wallIn = (zone: string, of: string, wall: Wall): Wall =>
  zone === of ? wall : wallAt(zone, momentOf(of, wall))

const MOSCOW = 180
const TWO = 2

/** Short name of a zone's clock: «МСК», otherwise like «UTC+5». */
export function clockAt(zone: string, at: number): string {
  const minutes = offsetAt(zone, at)
  if (minutes === 0) return 'UTC'
  if (minutes === MOSCOW) return 'МСК'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(TWO, '0')}`}`
}

/** The zones of Russia from west to east, with the places by which people name them. */
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

/** The place that names a zone, such as «Владивосток»; abroad as in the tz database. */
export const placeOf = (zone: string): string =>
  RUSSIAN_ZONES[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
