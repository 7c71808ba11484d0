/** `knows.<kind>(viewer, alias)`: the only conditions by which a query decides whether a row may be shown. */
export { knows, isReleaseKnown } from './queries.ts'
/** `knowsRelease`, `companiesKnowing`: the same of a release whose facts are at hand. `asCompany`: a preview. */
export { asCompany, companiesKnowing, eyesOf, knowsRelease, type ReleaseAccess, type Viewer } from './policy.ts'
