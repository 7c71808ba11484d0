import { DAY_BOUNDS, refusals, type RefusalCode } from '@vypusk/contract'

/** A status and a Russian sentence that says what to do. */
export type RefusalSpec = readonly [status: number, sentence: string]

/** Additional data of a refusal; all of it is sent to the caller. */
export interface RefusalExtra {
  /** Messages per field of the body. */
  errors?: Record<string, string[]>
  [key: string]: unknown
}

/** An intended refusal. Any other error is the product's own fault and is answered with 500. */
export class Refusal extends Error {
  readonly status: number
  readonly extra: RefusalExtra
  readonly headers: Record<string, string>

  constructor([status, sentence]: RefusalSpec, extra: RefusalExtra = {}, headers: Record<string, string> = {}) {
    super(sentence)
    this.status = status
    this.extra = extra
    this.headers = headers
  }
}

/** Creates one of the refusals common to all rooms. */
export const refuse = (code: RefusalCode, extra?: RefusalExtra, headers?: Record<string, string>) =>
  new Refusal(refusals[code], extra, headers)

/** Creates a refusal with a room's own sentence, declared in its policy. */
export const refuseWith = (spec: RefusalSpec, extra?: RefusalExtra) => new Refusal(spec, extra)

/** The sentence about an uploaded file that is gone or belongs to something else by now. */
export const NO_FILE = 'Файл не найден или уже добавлен в другое место. Загрузите его ещё раз'

/** Creates a refusal that tells programs how long to wait. */
export const refuseUntil = (spec: RefusalSpec, milliseconds: number) =>
  new Refusal(spec, {}, { 'Retry-After': String(Math.ceil(milliseconds / 1000)) })

/**
 * Creates a 429 that says how long to wait, for people and for programs.
 * @param what what there was too much of: «Слишком много попыток»
 */
export const refuseFor = (what: string, milliseconds: number) =>
  refuseUntil([429, `${what}. Повторите через ${Math.ceil(Math.ceil(milliseconds / 1000) / 60)} мин`], milliseconds)

/** Creates a 422 about one field. */
export const refuseField = (field: string, sentence: string) =>
  new Refusal([422, sentence], { errors: { [field]: [sentence] } })

/**
 * For rows of earlier versions with a day outside the supported calendar: it has to be corrected before they can be
 * saved.
 */
export const outOfCalendar = (what: string): RefusalSpec => [
  422,
  `${what}: ${DAY_BOUNDS.toLowerCase()}. Сначала исправьте её`,
]
