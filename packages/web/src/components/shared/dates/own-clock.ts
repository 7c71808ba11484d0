import { zones } from '@vypusk/contract'

/** The clock by which times of past events are shown: the device's own. */
export function ownClock(reader = zones.ownZone()): { name: string; note: string } {
  const note = `Время того, что произошло, – по часам этого устройства: ${zones.placeOf(reader)}`
  return { name: zones.clockAt(reader, Date.now()), note }
}
