import { adminCalendar, type adminLists } from '@vypusk/contract'
import { addDays, minutesOf } from '../../platform/working-days.ts'

/** What the history calls the name of an item in each list. */
export const TITLES: Record<adminLists.ListName, string> = {
  system: 'Название системы',
  module: 'Название модуля',
  release_step: 'Название этапа',
  registry_step: 'Название этапа реестра',
  request_status: 'Название статуса заявок',
  request_type: 'Название типа заявок',
}

const HOLIDAYS: [day: string, name: string][] = [
  ...['01', '02', '03', '04', '05', '06', '07', '08'].map((day): [string, string] => [
    `01-${day}`,
    'Новогодние каникулы',
  ]),
  ['02-23', 'День защитника Отечества'],
  ['03-08', 'Международный женский день'],
  ['05-01', 'Праздник Весны и Труда'],
  ['05-09', 'День Победы'],
  ['06-12', 'День России'],
  ['11-04', 'День народного единства'],
]

/**
 * Returns the public holidays of a year (Labour Code of the Russian Federation, article 112) and the working days
 * before them, which are an hour shorter (article 95). The government decides each year which days off are moved; those
 * are entered by hand.
 */
export function holidaysOf(year: number): { day: string; minutes: number; name: string }[] {
  const off = HOLIDAYS.map(([day, name]) => ({ day: `${year}-${day}`, minutes: 0, name }))
  const calendar = new Map(off.map(({ day, minutes }) => [day, minutes]))
  const eves = [...off.map(({ day }) => addDays(day, -1)), `${year}-12-31`]
    .filter((day) => day.startsWith(`${year}-`) && minutesOf(calendar, day) > 0)
    .map((day) => ({ day, minutes: adminCalendar.SHORT_DAY, name: 'Сокращённый день' }))
  return [...off, ...eves].toSorted((a, b) => a.day.localeCompare(b.day))
}

/** Returns a day of the calendar as text for its history. */
export function workingDayInWords(minutes: number | null, name: string): string {
  if (minutes === null) return 'обычный день'
  const hours = minutes === 0 ? 'выходной' : `${minutes / 60} ч`
  return name ? `${hours}, ${name}` : hours
}
