import type { Db } from '../../platform/call.ts'
import { blockingRemarks } from './queries/threads.ts'
import { joined } from './rules.ts'

/** `raiseInside(tx, actor, raising)`: raises a matter as a part of a larger change. */
export { raiseInside } from './commands/raising.ts'
/** `answerInside(tx, actor, answering)`: says something in a thread as a part of a larger change. */
export { answerInside } from './commands/answering.ts'
/** `turnInside(tx, actor, turning)`: closes a thread or opens it again. */
export { turnInside } from './commands/changing.ts'
/** `importWords(tx, actor, said, how)`: puts what was said of requests elsewhere into their conversations. */
export { importWords, type ImportedWords } from './commands/importing.ts'
/** `joinWords(tx, actor, requests, join)`: gives such words to the account of whoever said them, or takes them from it. */
export { joinWords } from './commands/joining.ts'
/** `threadsOf(db, reader, about)`: the threads of a thing as somebody may read them. */
export { threadsOf } from './queries/threads.ts'
/** `cleanWords(tx, actor, words)`: what somebody says in rich text as it is kept. */
export { cleanWords } from './commands/saying.ts'
/** `plainWords(text)`: what somebody says in plain words as it is kept. */
export { plainWords } from './commands/saying.ts'
/** `writeRemark(tx, actor, writing)`: the brief's field `remark` over the threads behind it. */
export { writeRemark } from './commands/remarks.ts'
/** `openRemarks(agreement)`: how many remarks of an agreement are not closed, as a piece of SQL. */
export { openRemarks } from './queries/counts.ts'
/** `remarkMatters`: what of remarks waits for people. */
export { remarkMatters } from './queries/waiting.ts'

/** The texts of the remarks that hold the publication up, by blank lines, oldest first. */
export const remarkOf = async (db: Db, agreement_id: number): Promise<string> =>
  joined(await blockingRemarks(db, agreement_id))
