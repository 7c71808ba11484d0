import type { UnknownDay } from './platform/database/data-check.ts'

/** Where the days of each table can be corrected. */
const PLACES: Record<string, string> = {
  releases: 'откройте /releases/{номер} и исправьте даты',
  agreements: 'откройте /agreements/{номер} и исправьте дату установки',
  agreement_offers: 'предложение закрыто, дата только показывается; исправить её может SQL',
  registry_entries: 'откройте /registry/{номер} и исправьте срок',
  freezes: 'исправьте или удалите запрет на странице планирования',
  planning_changes: 'исправьте даты релиза (второй номер) в варианте (первый) или удалите его из варианта',
  calendar_days: 'такой день ни на что не влияет; убрать его может SQL',
}

/** A line about an invalid day for the administrator. */
export const unknownDayInWords = ({ table, row, column, value }: UnknownDay): string =>
  `${table} | ${row} | ${column} | ${value} | ${(PLACES[table] ?? 'исправьте дату').replace('{номер}', row)}`
