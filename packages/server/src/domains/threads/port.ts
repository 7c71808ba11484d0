import type { Db } from '../../platform/call.ts'
import { blockingRemarks } from './queries/threads.ts'
import { joined } from './rules.ts'

/** `raiseInside(tx, actor, raising)`: raises a remark as part of a larger change. */
export { raiseInside } from './commands/raising.ts'
/** `answerInside(tx, actor, answering)`: adds an entry to a thread as part of a larger change. */
export { answerInside } from './commands/answering.ts'
/** `turnInside(tx, actor, turning)`: closes or reopens a thread. */
export { turnInside } from './commands/changing.ts'
/** `importWords(tx, actor, imported)`: adds comments from another system to the conversations of requests. */
export { importWords, type ImportedWords } from './commands/importing.ts'
/** `partWords(tx, requests, at)`: the next company of the requests reads only what follows. */
export { partWords } from './store.ts'
/** `joinWords(tx, actor, requests, join)`: gives imported comments to their author's account, or takes them from it. */
export { joinWords } from './commands/joining.ts'
/** `threadsOf(db, reader, about)`: the threads of a subject, as the reader may see them. */
export { threadsOf } from './queries/threads.ts'
/** `cleanWords(tx, actor, words)`: sanitised rich text, as it is stored. */
export { cleanWords } from './commands/saying.ts'
/** `plainWords(text)`: plain text, as it is stored. */
export { plainWords } from './commands/saying.ts'
/** `writeRemark(tx, actor, writing)`: writes the brief's field `remark`, which is made of several threads. */
export { writeRemark } from './commands/remarks.ts'
/**
 * `openRemarks(agreement)`: SQL that counts the remarks of an agreement that are not closed; `isUnanswered`: SQL for one
 * that waits for the provider.
 */
export { isUnanswered, openRemarks } from './queries/counts.ts'
/** `remarkMatters`: the remarks that wait for somebody. */
export { remarkMatters } from './queries/waiting.ts'

/** The texts of the remarks that hold up the publication, separated by blank lines, oldest first. */
export const remarkOf = async (db: Db, agreement_id: number): Promise<string> =>
  joined(await blockingRemarks.all(db, { agreement_id }))
