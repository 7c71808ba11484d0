import { zones } from '@vypusk/contract'
import { addDays } from '../../../platform/working-days.ts'

/** Clocks of zones read by each other, thousands of times: `zones.wallIn` of one day after another. */

const DAY_MS = 24 * 3600 * 1000
/** Moments around a day by every clock: where a zone's offset is the same at both, it is not changed between. */
export const around = (day: string): [number, number] => [Date.parse(day) - 2 * DAY_MS, Date.parse(day) + 3 * DAY_MS]

/** What the clock of a company shows at a time of the installation's. */
interface Read {
  days: number
  time: string
}

/**
 * Reads the clock of a zone by that of another, cheaply where days are asked of one after another: by their difference on days around which neither is changed.
 */
export function clockIn(zone: string, of: string): (day: string, time: string) => { day: string; time: string } {
  const known = new Map<string, Read>()
  let last = { day: '', beside: ['', '', ''], shift: Number.NaN }
  const turn = (day: string) => {
    const [before, after] = around(day)
    const [own, others] = [zones.offsetAt(zone, before), zones.offsetAt(of, before)]
    const isConstant = own === zones.offsetAt(zone, after) && others === zones.offsetAt(of, after)
    const shift = isConstant ? own - others : Number.NaN
    if (shift !== last.shift) known.clear()
    last = { day, beside: [addDays(day, -1), day, addDays(day, 1)], shift }
  }
  const readAt = (time: string): Read => {
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    const minutes = hour * 60 + minute + last.shift
    const days = Math.floor(minutes / MINUTES)
    const shown = new Date((minutes - days * MINUTES) * 60_000).toISOString().slice(11, 16)
    return { days, time: shown }
  }
  return (day, time) => {
    if (zone === of) return { day, time }
    if (day !== last.day) turn(day)
    if (Number.isNaN(last.shift)) return zones.wallIn(zone, of, { day, time })
    const read = known.get(time) ?? readAt(time)
    known.set(time, read)
    return { day: last.beside[read.days + 1] ?? addDays(day, read.days), time: read.time }
  }
}
const MINUTES = 24 * 60
