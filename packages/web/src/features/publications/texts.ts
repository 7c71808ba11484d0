import type { Company, Outcome, publications } from '@vypusk/contract'
import { countOf } from '../../ui/plural.ts'

const PUBLICATIONS = ['публикация', 'публикации', 'публикаций'] as const
const FILES = ['файл', 'файла', 'файлов'] as const
const TIMES = ['раз', 'раза', 'раз'] as const
const MODULES = ['модуль', 'модуля', 'модулей'] as const
const VERSIONS = ['версию', 'версии', 'версий'] as const
const RECIPIENTS = ['получатель', 'получателя', 'получателей'] as const

export const publicationsCount = (count: number): string => countOf(count, PUBLICATIONS)
export const filesCount = (count: number): string => countOf(count, FILES)
export const timesInWords = (times: number): string => countOf(times, TIMES)
export const modulesCount = (count: number): string => countOf(count, MODULES)
export const recipientsCount = (count: number): string => countOf(count, RECIPIENTS)

/** How many of a company's people are ticked. */
export const chosenPeople = (chosen: number, all: number): string =>
  all === 0 ? 'никого нет' : `выбрано ${chosen} из ${all}`

/** «отстаёт на 2 версии». */
export const behindInWords = (count: number): string => `отстаёт на ${countOf(count, VERSIONS)}`

/** The brief's notices (section 8). */
export const CREATED = 'Публикация создана'
export const NOT_CREATED = 'Не удалось создать публикацию'

/** Why nothing can be published yet. */
export const NOT_YET = 'Сначала покажем, кто что получит'
export const NOT_SHOWN = 'Письма не показаны: повторите или отметьте, что публикуете, не посмотрев'

/** «Публикация создана» with what failed afterwards; null when nothing did. */
export function troubleOf({ mail, ftp }: { mail: Outcome; ftp: Outcome }): string | null {
  const troubles = [
    ...(mail === 'failed' ? ['Ошибка рассылки писем'] : []),
    ...(ftp === 'failed' ? ['Ошибка выгрузки на FTP'] : []),
  ]
  return troubles.length > 0 ? `${CREATED}. ${troubles.join('. ')}. Обратитесь к администратору` : null
}

type Readiness = publications.ReleaseToPublish['readiness']

/** «Дата не отправлена клиенту, не опубликовано на тестовом стенде». */
const together = (sentences: readonly string[]) =>
  sentences.map((each, at) => (at === 0 ? each : each.charAt(0).toLowerCase() + each.slice(1))).join(', ')

/** Groups the companies by what they lack. */
export const lacksOf = (
  { waiting }: Readiness,
  nameOf: (company: Company) => string,
): [lack: string, companies: string[]][] =>
  [...Map.groupBy(waiting, ({ reasons }) => together(reasons))].map(([lack, companies]) => [
    lack,
    companies.map(nameOf),
  ])
