import type { requests } from '@vypusk/contract'
import { formatHours, formatNumber } from '../../ui/duration.ts'
import { countOf, plural } from '../../ui/plural.ts'

const REQUESTS = ['заявка', 'заявки', 'заявок'] as const
/** The index of the genitive plural, as after «более». */
const MANY = 2
const PAID = ['платная', 'платные', 'платных'] as const

/** «2 заявки». */
export const requestsCount = (count: number): string => countOf(count, REQUESTS)

/** «заявки», the form for the number. */
export const requestsWord = (count: number): string => plural(count, REQUESTS)

/**
 * «1 284 заявки · 9 410 ч · 312 в бэклоге · 540 платных»; what a client may not see is left out. «более 10 000 заявок»
 * when the set was not counted completely.
 */
export const countsInWords = (
  { total, planned_time, in_backlog, paid }: requests.RequestCounts,
  more: boolean,
): string =>
  [
    more ? `более ${formatNumber(total)} ${REQUESTS[MANY]}` : requestsCount(total),
    planned_time === null ? null : formatHours(planned_time),
    in_backlog === null ? null : `${formatNumber(in_backlog)} в бэклоге`,
    paid === null ? null : countOf(paid, PAID),
  ]
    .filter((part) => part !== null)
    .join(' · ')

/** «3 заявки среди последних 30 000, ищем дальше…», or that the search has failed there. */
export const foundSoFar = (count: number, among: number, isBroken: boolean): string =>
  `${requestsCount(count)} среди последних ${formatNumber(among)}, ${isBroken ? 'дальше поискать не получилось' : 'ищем дальше…'}`

export const requestCreated = (id: number): string => `Заявка ${id} создана`

/** «Импорт закончен. Новых: 3, изменено: 1», for whoever has left the page of the import. */
export const importedInWords = ({ created, updated, bad_count }: requests.ImportReport): string =>
  [
    `Импорт закончен. Новых: ${formatNumber(created)}`,
    `изменено: ${formatNumber(updated)}`,
    bad_count > 0 && `с ошибками: ${formatNumber(bad_count)}`,
  ]
    .filter(Boolean)
    .join(', ')
