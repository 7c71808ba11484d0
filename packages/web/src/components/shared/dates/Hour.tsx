import { Dim } from '../../kit/data-table/Dim.tsx'
import { momentInZones, readBy } from './moments.ts'

/** A time of day where there is little room: by the reader's clock, with the company's in the tooltip. */
export function Hour({ of }: { of: Parameters<typeof readBy>[0] }) {
  const { hour } = readBy(of)
  return hour && <Dim title={momentInZones(of)}>{hour}</Dim>
}
