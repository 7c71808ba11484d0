/** `writeOrKeepNotice(tx, actor, event, letter)`, `writeDigest(tx, actor, event_id, letter)`: what one person is told by a letter. */
export { writeDigest, writeOrKeepNotice } from './commands/notices.ts'
/** `reasons.noFtp` and others: why a delivery may not be repeated. */
export { reasons } from './policy.ts'
/** `subjectsOf(db)`: what each letter's subject is now, by the template's number. */
export { subjectsOf } from './queries/templates.ts'
/** Why the mail server was of no use, in Russian. */
export { reasonOf } from './rules.ts'
