import type { Db } from '../../platform/call.ts'
import { blockingRemarks } from './queries/threads.ts'
import { joined } from './rules.ts'

/** `raiseInside(tx, actor, raising)`: raises a matter as a part of a larger change. */
export { raiseInside } from './commands/raising.ts'
/** `answerInside(tx, actor, answering)`: says something in a thread, whoever is asked by a letter included. */
export { answerInside } from './commands/answering.ts'
/** `cleanWords`, `plainWords`: what somebody says as it is kept. */
export { cleanWords, plainWords } from './commands/saying.ts'
/** `writeRemark(tx, actor, writing)`: the brief's field `remark` over the threads behind it. */
export { writeRemark } from './commands/remarks.ts'
/** `threadsOf(db, reader, subject)`: threads of a thing as the person may read them. */
export { threadFields, threadsOf, writtenSince } from './queries/threads.ts'
/** `subjectOf(thread)`: what a thread is about. */
export { subjectOf } from './rules.ts'

/** The texts of the remarks that hold the publication up, by blank lines, oldest first. */
export const remarkOf = async (db: Db, agreement_id: number): Promise<string> =>
  joined(await blockingRemarks(db, agreement_id))
