import type { Actor } from '../../platform/call.ts'
import { bringBack } from '../../platform/deleted.ts'
import type { Transaction } from '../../platform/transaction.ts'

/** `judge(tx, draft, clock)`: what publishing a draft would hand over to whom, and what speaks against it. */
export { judge } from './commands/publishing.ts'
/** `publicationFinder`: publications by number, releases and text, for the search over everything. */
export { publicationFinder } from './queries/finding.ts'
/** `publicationMatters`: what of publications waits for people. */
export { publicationMatters } from './queries/waiting.ts'
/** Why the server of FTP_URL was of no use, in Russian. */
export { copyTrouble } from './rules/trouble.ts'
export type { Handed } from './rules/copies.ts'
/** `setsOf(companies, filesFor)`: companies by what they get, a line for each set of files. */
export { setsOf } from './rules/packages.ts'
/** `setChangesOf(db, handed, draft)`: how what companies get differs from what each was handed last. */
export { setChangesOf } from './queries/last-sets.ts'
/** The sentence of a delivery that was stopped because its company gets the release no more. */
export { NO_LONGER_THEIRS } from './policy.ts'

/** @returns false when the publication is not deleted */
export const restorePublication = (tx: Transaction, actor: Actor, id: number): Promise<boolean> =>
  bringBack(tx, actor, { entity: 'publication', table: 'publications', id })
