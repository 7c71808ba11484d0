import { NearDay } from '../marks/NearDay.tsx'
import { readBy } from './moments.ts'

interface PlannedDayProps {
  of: Parameters<typeof readBy>[0] & { date_withdrawn: boolean }
  late?: boolean
}

/** The day of an installation by the reader's clock, and how near it is by the same clock. */
export function PlannedDay({ of, late = false }: PlannedDayProps) {
  const { day, by } = readBy(of)
  return <NearDay day={day} by={by} late={late} withdrawn={of.date_withdrawn} />
}
