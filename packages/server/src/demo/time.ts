import { DAY_MS } from '@vypusk/contract'
import { dayInWords } from '../platform/text/plain-text.ts'
import type { Random } from './random.ts'

/** A day as a number of days since 1970, which is cheap to add and to compare. */
export type Day = number
/** Milliseconds since 1970. */
export type Moment = number

const WORK_BEGINS_MS = 6 * 3_600_000
const WORK_SHARE = 9 / 24

export const dayOf = (text: string): Day => Date.parse(`${text}T00:00:00Z`) / DAY_MS
export const dayOfMoment = (moment: Moment): Day => Math.floor(moment / DAY_MS)
export const dayText = keptOnce((day: Day) => new Date(day * DAY_MS).toISOString().slice(0, 10))
export const startOf = (day: Day): Moment => day * DAY_MS

/**
 * The moment as it is stored. Each day is compressed into its working hours, 09:00–18:00 in Moscow: moments drawn from
 * the whole day keep their order, and nobody agrees to anything at four in the morning.
 */
export function duringWork(moment: Moment): Moment {
  const midnight = startOf(dayOfMoment(moment))
  return midnight + Math.floor(WORK_BEGINS_MS + (moment - midnight) * WORK_SHARE)
}

/** Remembers texts, because a few thousand days are written hundreds of thousands of times. */
function keptOnce(write: (part: number) => string): (part: number) => string {
  const texts = new Map<number, string>()
  return (part) => {
    const known = texts.get(part)
    if (known !== undefined) return known
    const text = write(part)
    texts.set(part, text)
    return text
  }
}

/** «05.03.2026» */
export const dayForPeople = (day: Day): string => dayInWords(dayText(day))
/** «2026.12», the beginning of a release's title. */
export const monthOf = (day: Day): string => dayText(day).slice(0, 7).replace('-', '.')
export const yearOf = (day: Day): number => Number(dayText(day).slice(0, 4))

export interface WorkCalendar {
  isWorking(day: Day): boolean
  /** The day itself, or the first working day after it. */
  onOrAfter(day: Day): Day
  /** The working day that is this many working days away; backwards if negative. */
  shift(day: Day, workingDays: number): Day
}

/** @param minutes days that differ from Monday to Friday eight hours: the rows of calendar_days */
export function workCalendar(minutes: ReadonlyMap<Day, number>): WorkCalendar {
  const isWorking = (day: Day) => {
    // 1970-01-01 was a Thursday.
    const weekday = (day + 3) % 7
    return (minutes.get(day) ?? (weekday < 5 ? 480 : 0)) > 0
  }
  const step = (day: Day, direction: 1 | -1): Day => {
    let next = day + direction
    while (!isWorking(next)) next += direction
    return next
  }
  return {
    isWorking,
    onOrAfter: (day) => (isWorking(day) ? day : step(day, 1)),
    shift: (day, workingDays) => {
      let found = day
      for (let left = Math.abs(workingDays); left > 0; left--) found = step(found, workingDays > 0 ? 1 : -1)
      return found
    },
  }
}

/** A random moment of the day. */
export const momentOf = (random: Random, day: Day): Moment => startOf(day) + random.int(0, DAY_MS - 1)

/** A random moment between the two, nearer to the first; `from` itself when `to` is not later. */
export const soonAfter = (random: Random, from: Moment, to: Moment): Moment =>
  to <= from ? from : from + Math.floor((to - from) * random.next() ** 2)
