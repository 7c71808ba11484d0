import type { Actor } from '../../platform/call.ts'
import { bringBack } from '../../platform/deleted.ts'
import type { Transaction } from '../../platform/transaction.ts'

/** `judge(tx, draft, clock)`: what publishing a draft would hand over to whom, now and later, the digest of that, and its errors. */
export { judge } from './commands/publishing.ts'
/** `publicationFinder`: finds publications by number, releases and text, for the search over everything. */
export { publicationFinder } from './queries/finding.ts'
/** `publicationMatters`: the publications that wait for somebody. */
export { publicationMatters } from './queries/waiting.ts'
/** `copyTrouble(error)`: why the server of FTP_URL failed, in Russian. */
export { copyTrouble } from './rules/trouble.ts'
export type { Handed } from './rules/copies.ts'
/** `setsOf(companies, filesFor)`: companies grouped by the files they get. */
export { setsOf } from './rules/packages.ts'
/** `setChangesOf(db, handed, draft)`: how the sets of a draft differ from the last ones of each company. */
export { setChangesOf } from './queries/last-sets.ts'
/** The error of a delivery that was stopped because its company no longer gets the release. */
export { NO_LONGER_THEIRS, TAKEN_BACK } from './policy.ts'

/** Restores a deleted publication. @returns false if it is not deleted */
export const restorePublication = (tx: Transaction, actor: Actor, id: number): Promise<boolean> =>
  bringBack(tx, actor, { entity: 'publication', table: 'publications', id })
