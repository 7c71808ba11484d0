import { decodeName } from '@vypusk/contract'
import type { approve } from '@vypusk/contract'
import { formatDay, formatLongDay, formatTime } from '../../ui/dates.ts'
import { countOf } from '../../ui/plural.ts'

/** «21 декабря, понедельник, 22:00 МСК». */
export const whenInWords = (
  { releaseDate, releaseTime }: Pick<approve.Question, 'releaseDate' | 'releaseTime'>,
  clock: string,
): string => [formatLongDay(releaseDate), formatTime(releaseTime, clock)].filter(Boolean).join(', ')

/** A title in quotes already is not quoted twice. */
export const questionInWords = (title: string): string =>
  /[«»"]/.test(title) ? `Установить релиз ${title}?` : `Установить релиз «${title}»?`

export const companyInWords = (namecomp: string): string => `Выпуск · ${decodeName(namecomp)}`

const REQUESTS = ['заявку', 'заявки', 'заявок'] as const
export const allRequests = (count: number): string => `Показать все ${countOf(count, REQUESTS)}`

/** Who answers, until when, and who will read it. */
export const termsInWords = ({ answers_as, author, expires_at }: approve.Question): string =>
  `Вы отвечаете как ${answers_as}. Ссылка действует до ${formatDay(expires_at)} и сработает один раз. Ответ увидит ${author}.`
