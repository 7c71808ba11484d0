import { zones } from '@vypusk/contract'

/** Whose clock times of what has happened are read by: the device's own. */
export function ownClock(reader = zones.ownZone()): { name: string; said: string } {
  const said = `Время того, что произошло, – по часам этого устройства: ${zones.placeOf(reader)}`
  return { name: zones.clockAt(reader, Date.now()), said }
}
