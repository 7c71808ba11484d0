export { ensureCompany, ensureModule, ensureUse } from './store/importing.ts'
/**
 * `companyFinder`, `personFinder`: find companies and people by words, for the search over everything; `isNamed(idcomp,
 * pattern)`: SQL by which lists are searched for the names of companies.
 */
export { companyFinder, isNamed, personFinder } from './queries/finding.ts'
/** `isPresent(id)`: SQL that checks whether a person can still act. */
export { isPresent } from './queries/present.ts'
/**
 * `namesApart(db)`: functions that name companies and people in words, so that namesakes are told apart; `companyNumbers(db)`:
 * only what follows the name of a company.
 */
export { companyNumbers, namesApart, type NamesApart } from './queries/namesakes.ts'
/** `personNames(db, ids)`, `companyNames`, `moduleNames`: names by ids, kept in memory. */
export { companyNames, moduleNames, personNames } from './queries/names.ts'
/**
 * Functions by which `administration` changes working days, companies with their modules, and the lists of systems and
 * modules.
 */
export { hasDays, insertDays, lockDay, removeDay, writeDay } from './store/calendar.ts'
export {
  companyName,
  insertCompany,
  lockCompany,
  modulesNamed,
  modulesOfCompany,
  patchCompany,
  presentCompanies,
  recordedCompany,
  recordedMove,
  writeModules,
} from './store/companies.ts'
export { moduleList, systemList } from './store/lists.ts'
