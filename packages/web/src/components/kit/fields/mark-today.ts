import { today } from '../../../ui/dates.ts'

/** Marks today in a calendar: the installation's. The library marks a day that has both, and gives the first to the device's. */
export function markToday(day: string) {
  const isToday = day === today()
  return { ...(isToday && { 'data-today': true }), highlightToday: isToday }
}
