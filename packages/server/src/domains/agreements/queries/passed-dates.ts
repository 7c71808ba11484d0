import { installationZone } from '../../../platform/clock.ts'
import { hasPassed, isPast, ownWall, type Wish } from '../../calendars/port.ts'
import type { KnownAgreement } from './agreements.ts'

/** Whether the date, and the date that the client has offered, have passed. */
export function passing(agreement: Passing, now: Date) {
  const { offer, company_zone } = agreement
  return { date_passed: hasPassed(agreement, now), offer_passed: offer !== null && isPastAt(company_zone, offer, now) }
}
type Passing = Pick<KnownAgreement, 'passes_at' | 'offer' | 'company_zone'>

/** The day of a date by the company's clock, by which it is compared with the plan date (docs/decisions/0074). */
export const companyDayOf = (company_zone: string | null, wish: Wish): string =>
  ownWall({ zone: company_zone ?? installationZone() }, installationZone(), wish).day

/** Whether a date that is not stored as the agreement's own has passed for the company. */
export function isPastAt(company_zone: string | null, wish: Wish, now: Date): boolean {
  const zone = installationZone()
  return isPast({ zone: company_zone ?? zone }, { zone, now: now.getTime() }, wish)
}
