export { ensureCompany, ensureModule, ensureUse } from './store.ts'
/** `companyFinder`, `personFinder`: companies and people by words, for the search over everything. */
export { companyFinder, personFinder } from './queries/finding.ts'
/** `personNames(db, ids)` and its like: names by ids, remembered. */
export { companyNames, moduleNames, personNames } from './queries/names.ts'
