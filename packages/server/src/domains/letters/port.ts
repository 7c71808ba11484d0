/**
 * `writeOrKeepNotices(tx, actor, letters)`, `writeDigest(tx, actor, event_id, letter)`: notify people by letter,
 * or one person.
 */
export { writeDigest, writeOrKeepNotices } from './commands/notices.ts'
/**
 * `tellCalledOff(tx, event, actor)`, `tellResumed(…)`: write the letters about a release that was closed or reopened. The
 * room of notices calls them, because whom letters are taken back from reads nothing behind the bell either.
 */
export { tellCalledOff, tellResumed } from './commands/holding/withdrawn.ts'
/** `onSecondFactor`: the listener that tells a person by a letter about a change to their second factors. */
export { onSecondFactor } from './commands/accounts.ts'
/** `reasons.noFtp` and others: why a delivery may not be repeated. */
export { reasons } from './policy.ts'
/** `subjectsOf(db)`: the current subject of each letter, by the template's number. */
export { subjectsOf } from './queries/templates.ts'
/** `OVERTAKEN_BY`: the kinds of letters that say where a date stands, with the kinds by which they are overtaken. */
export { OVERTAKEN_BY } from './commands/waiting/done-meanwhile.ts'
/** `reasonOf(error)`: why the mail server failed, in Russian; `OF_THE_SERVER`: those reasons that concern every letter. */
export { OF_THE_SERVER, reasonOf } from './rules.ts'
/** `unheardOf(db, user_id, since)`: the person's notices that only daily letters have listed that did not arrive. */
export { unheardOf } from './queries/notices.ts'
/** `withdrawalReaders(db, id, actor_id)`: the people who learn that a publication was withdrawn, beside its recipients. */
export { withdrawalReaders } from './queries/withdrawal.ts'
