/**
 * `newLink(agreement, addressee, asking)`: creates the link of a letter that asks for the client's approval;
 * `keepLinks(tx, links)` stores such links.
 */
export { keepLinks, newLink, type LinkAddressee, type NewLink } from './commands/links.ts'
/**
 * `announceScope(tx, actor, id, notified)`: announces what has become of a scope by now (`agreement.scope_told`), with the
 * scope that letters told of in place of the one they were written about;
 * `differenceBetween(db, from, to)`: how two scopes differ; `differencesBetween(db, pairs)`: a function that tells it of
 * each pair; `isSameScope(db, one, other)`: whether they differ by no more than what modules are called.
 */
export { announceScope } from './commands/scopes.ts'
export { differenceBetween, differencesBetween, isSameScope } from './queries/scopes.ts'
/** `endSubscription`: a listener that removes the calendar link of a person whose access ends. */
export { endSubscription } from './commands/subscription.ts'
/** `lockUnchanged(tx, actor, all)`: locks agreements; 409 when one of them is no longer as it was read. */
export { lockUnchanged } from './commands/checking.ts'
/**
 * `lockAgreement(tx, id)`: locks an agreement; `lockAgreementsOf(tx, releases)`: locks those of releases that are locked
 * already.
 */
export { lockAgreement, lockAgreementsOf } from './store/agreements.ts'
/** `redateInside(tx, actor, dates)`: moves the dates of several agreements as part of a larger transaction. */
export { redateInside } from './commands/redating.ts'
/** `escalationOf(db, company_id)`: who of a company is asked when its recipients do not answer. */
export { escalationOf } from './queries/escalation.ts'
/** `plannedBetween(db, person, from, to)`: the agreements of the whole weeks of the days between two. */
export { plannedBetween } from './queries/planned.ts'
/**
 * `clashesAmong(all)`: returns a function that finds the planned installations that a given one clashes with;
 * `planOf(all)`: the same for a plan that grows; `clashInWords`: a clash as a sentence.
 */
export { clashesAmong, clashInWords, planOf, type Plan, type Planned } from './rules/clashes.ts'
/** `agreementFinder`: finds agreements by number, release and company for the search over everything. */
export { agreementFinder } from './queries/finding.ts'
/** `restoreAgreement(tx, actor, id)`: restores a deleted agreement unless its release and company have another one. */
export { restoreAgreement } from './commands/restoring.ts'
/** `entryOf(agreement, written, status)`: the date as the calendar file of a letter. */
export { calendarOf, entryOf } from './queries/entry.ts'
/**
 * `linkedLetterEnded(deps, letter)`: why a letter with a link that waited is not sent any more. `silenceEnded(deps,
 * letter)`: the same for one about a client that does not answer. `scopeSince(db, id, from)`: how the scope differs now
 * from the one that a letter begins with. `sendersOfEach(db, ids)`: who last sent each date to
 * its client; `askersOf(db, ids)`: who asks now, should that person have left. `wantedByEach(deps, agreements)`: the day by which each answer is wanted.
 */
export { linkedLetterEnded, scopeSince, silenceEnded } from './queries/waiting-letters.ts'
export { askersOf } from './queries/askers.ts'
export { sendersOfEach } from './queries/links.ts'
export { wantedByEach } from './queries/question.ts'
/** `isProviderTurn`: SQL for an agreement `a` whose client has answered last, so that staff answer next. */
export { isProviderTurn } from './queries/agreements.ts'
/** `agreementMatters`: what in agreements waits for people; `comingInstallations`: the installations that come next. */
export { agreementMatters, comingInstallations } from './queries/waiting.ts'
/**
 * `toTryAgain(db, id)`: the requests that failed in an earlier build than the one on test, for a company whose answer
 * is still awaited.
 */
export { toTryAgain } from './queries/trials.ts'
/** `rewriteInZone(tx, actor, change)`: rewrites all dates for another zone of the installation; no moment moves. */
export { rewriteInZone } from './commands/zones.ts'
/** `undoableUntil(db, id, now)`: until when the act that ended an agreement can be undone; null if none can. */
export { undoableUntil } from './commands/undoing.ts'
/** `offerNamedIn(data, agreement_id)`: the offer of the agreement that an event is about. */
export { offerNamedIn } from './rules/offers.ts'
/** How long the letters of a withdrawal are held back; until then the act can be undone. */
/** `afterwards(change, now, isStaff)`: what has become of a change that ended an agreement, in words. */
export { afterwards, HELD_SECONDS } from './rules/consequences.ts'
