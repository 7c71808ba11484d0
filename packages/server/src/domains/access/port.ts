/** `knows.<kind>(viewer, alias)`: the only conditions by which a query decides whether a row may be shown. */
export { knows, isReleaseKnown } from './queries.ts'
/** `knowing(tx, entity, id)`: the companies that may know of a thing. `audienceOf`: null of what everybody may know. */
export { audienceOf, knowing } from './queries.ts'
/** `knowsRelease`, `companiesKnowing`: the same of a release whose facts are at hand. `asCompany`: a preview. */
export { asCompany, companiesKnowing, eyesOf, knowsRelease, type ReleaseAccess, type Viewer } from './policy.ts'
