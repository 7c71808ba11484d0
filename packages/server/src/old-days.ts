import type { UnknownDay } from './platform/data-check.ts'

/** Where the day of a table is put right. */
const PLACES: Record<string, string> = {
  releases: 'откройте /releases/{номер} и исправьте даты',
  agreements: 'откройте /agreements/{номер} и исправьте дату установки',
  agreement_offers: 'предложение закрыто, дата только показывается; исправить её может SQL',
  registry_entries: 'откройте /registry/{номер} и исправьте срок',
  freezes: 'исправьте или удалите запрет на странице планирования',
  planning_changes: 'исправьте даты релиза (второй номер) в варианте (первый) или удалите его из варианта',
  calendar_days: 'такой день ни на что не влияет; убрать его может SQL',
}

/** The same as a table for whoever runs the installation. */
export const dayInWords = ({ table, row, column, value }: UnknownDay): string =>
  `${table} | ${row} | ${column} | ${value} | ${(PLACES[table] ?? 'исправьте дату').replace('{номер}', row)}`
