import { DAY_BOUNDS, refusals, type RefusalCode } from '@vypusk/contract'

/** A status and a Russian sentence that says what to do. */
export type RefusalSpec = readonly [status: number, sentence: string]

/** What a refusal may carry beside its sentence; all of it reaches the caller. */
export interface RefusalExtra {
  /** Messages per field of the body. */
  errors?: Record<string, string[]>
  [key: string]: unknown
}

/** "No" said on purpose. Anything else that is thrown is the product's own fault and answers 500. */
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

/** One of the refusals every room knows. */
export const refuse = (code: RefusalCode, extra?: RefusalExtra, headers?: Record<string, string>) =>
  new Refusal(refusals[code], extra, headers)

/** A refusal with a room's own sentence, declared in its policy. */
export const refuseWith = (spec: RefusalSpec, extra?: RefusalExtra) => new Refusal(spec, extra)

/**
 * 429 with how long to wait, for people and programs.
 * @param what was too much: «Слишком много попыток»
 */
export function refuseFor(what: string, milliseconds: number): Refusal {
  const seconds = Math.ceil(milliseconds / 1000)
  return new Refusal(
    [429, `${what}. Повторите через ${Math.ceil(seconds / 60)} мин`],
    {},
    { 'Retry-After': String(seconds) },
  )
}

/** A 422 about one field. */
export const refuseField = (field: string, sentence: string) =>
  new Refusal([422, sentence], { errors: { [field]: [sentence] } })

/** Rows of former versions may hold a day outside of the calendar: nothing of them is saved before it is put right. */
export const outOfCalendar = (what: string): RefusalSpec => [
  422,
  `${what}: ${DAY_BOUNDS.toLowerCase()}. Сначала исправьте её`,
]
