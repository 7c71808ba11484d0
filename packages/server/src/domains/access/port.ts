import type { Audience } from '../../platform/events.ts'
import { mayHear } from './policy.ts'
import { audienceOf } from './queries.ts'

/**
 * `knows.<kind>(viewer, alias)`: the only conditions by which a query decides whether a row may be shown.
 * `isReleaseKnown(db, viewer, id)`: whether the viewer may see the release.
 */
export { knows, isReleaseKnown } from './queries.ts'
/**
 * `agreementHref(agreement, isRivc)`: the address where either side opens an agreement. `openReleaseOf(release,
 * company)`: what it depends on.
 */
export { openReleaseOf } from './queries.ts'
/** `knowing(tx, entity, id)`: the companies that may see a thing in its present state; `knowingEach`: of several things. */
export { knowing, knowingEach } from './queries.ts'
/**
 * `knowsRelease`, `companiesKnowing`: the same rule for a release already in memory. `eyesOf`: the fields the rules
 * need. `asCompany`: the rights of a company's person, for a preview. `mayHear`: who may receive an event.
 */
export {
  agreementHref,
  asCompany,
  companiesKnowing,
  eyesOf,
  knowsRelease,
  mayHear,
  type AgreementPlace,
  type ReleaseAccess,
  type Viewer,
} from './policy.ts'

/** The rules by which the platform decides who receives an event. */
export const audience: Audience = { companiesOf: audienceOf, mayHear }
