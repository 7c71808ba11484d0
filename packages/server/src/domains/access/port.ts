import type { Audience } from '../../platform/events.ts'
import { mayHear } from './policy.ts'
import { audienceOf } from './queries.ts'

/** `knows.<kind>(viewer, alias)`: the only conditions by which a query decides whether a row may be shown. */
export { knows, isReleaseKnown } from './queries.ts'
/** `knowing(tx, entity, id)`: the companies that may know of a thing as it stands. */
export { knowing } from './queries.ts'
/** `knowsRelease`, `companiesKnowing`: the same of a release whose facts are at hand. `asCompany`: a preview. */
export {
  asCompany,
  companiesKnowing,
  eyesOf,
  knowsRelease,
  mayHear,
  type ReleaseAccess,
  type Viewer,
} from './policy.ts'

/** What the platform asks before it tells anybody of anything. */
export const audience: Audience = { companiesOf: audienceOf, mayHear }
