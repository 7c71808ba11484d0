import { decodeName } from '@vypusk/contract'
import type { dates, releases, ReplyOf } from '@vypusk/contract'

/** The choices made while picking dates for many companies at once. Pure. */

/** The proposed dates of the companies. */
export type Proposed = Pick<ReplyOf<typeof dates.forRelease>, 'zone' | 'each' | 'warnings'>
type Refused = Proposed['each'][number]['refused']

export interface Wish {
  releaseDate: string | null
  releaseTime: string | null
  against_reason: string
}

/** A company that has not been sent a date for approval, with the date it may already have. */
export interface Unasked extends Pick<Wish, 'releaseDate' | 'releaseTime'> {
  idcomp: number
}

/** A date to send to a company. */
export interface Chosen extends Omit<Wish, 'releaseDate'> {
  company_id: number
  releaseDate: string
}

/** What the person has changed in the rows so far. */
export interface Choices {
  changed: ReadonlyMap<number, Wish>
  leftOut: ReadonlySet<number>
  /** Companies that have been sent a date here. */
  done: ReadonlySet<number>
  /** Why sending to others failed. */
  faults: ReadonlyMap<number, string>
}

export interface Row {
  idcomp: number
  name: string
  company_zone: string | null
  wish: Wish
  isIn: boolean
  /** It had this date before dates were picked. */
  keepsDate: boolean
  /** Why each day before the nearest one is not suitable. */
  refused: Refused
  fault: string | undefined
}

/**
 * Returns the companies of the release that have not been sent a date for approval; none when the release is published.
 */
export function unasked({ published_at, companies, agreements }: releases.ReleaseDetail): Unasked[] {
  if (published_at !== null) return []
  const made = new Map(agreements.map((agreement) => [agreement.company.idcomp, agreement]))
  return companies.flatMap(({ idcomp, status }) => {
    const own = made.get(idcomp)
    if (status === -1 || own?.by_rivc) return []
    return [{ idcomp, releaseDate: own?.releaseDate ?? null, releaseTime: own?.releaseTime ?? null }]
  })
}

/** Sorts «Школа № 2» before «Школа № 10». */
const byName = new Intl.Collator('ru', { numeric: true })

const NO_DATE = { releaseDate: null, releaseTime: null }

/** Returns one row per company, by name, without those that have been sent a date here. */
export function rowsOf(agreements: readonly Unasked[], { each }: Proposed, choices: Choices): Row[] {
  const withDate = new Map(agreements.filter(({ releaseDate }) => releaseDate).map((one) => [one.idcomp, one]))
  return each
    .filter(({ company }) => !choices.done.has(company.idcomp))
    .map(({ company: { idcomp, namecomp }, company_zone, found, refused }) => {
      const { releaseDate, releaseTime } = withDate.get(idcomp) ?? found ?? NO_DATE
      const wish = choices.changed.get(idcomp) ?? { releaseDate, releaseTime, against_reason: '' }
      return {
        idcomp,
        name: decodeName(namecomp),
        company_zone,
        wish,
        isIn: wish.releaseDate !== null && !choices.leftOut.has(idcomp),
        keepsDate: withDate.has(idcomp) && !choices.changed.has(idcomp),
        refused,
        fault: choices.faults.get(idcomp),
      }
    })
    .toSorted((a, b) => byName.compare(a.name, b.name))
}

/** The dates to send: those that were shown, so that no other date is sent. */
export const chosenIn = (rows: readonly Row[]): Chosen[] =>
  rows.flatMap(({ idcomp, isIn, wish: { releaseDate, ...rest } }) =>
    isIn && releaseDate !== null ? [{ company_id: idcomp, releaseDate, ...rest }] : [],
  )
