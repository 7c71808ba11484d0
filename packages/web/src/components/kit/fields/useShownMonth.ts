import { useState } from 'react'
import { FIRST_DAY, LAST_DAY } from '@vypusk/contract'
import { today } from '../../../ui/dates.ts'

/** The days that may be chosen, `YYYY-MM-DD`. */
interface Bounds {
  minDate?: string
  maxDate?: string
}

/**
 * Which month the calendar of an empty field opens at: that of the installation's today, or the nearest to it that may be
 * chosen. The library would take the device's.
 */
export function useShownMonth({ minDate = FIRST_DAY, maxDate = LAST_DAY }: Bounds) {
  const [shown, setShown] = useState<string | null>(null)
  const now = today()
  const nearest = now < minDate ? minDate : now > maxDate ? maxDate : now
  return { date: shown ?? nearest, onDateChange: setShown }
}
