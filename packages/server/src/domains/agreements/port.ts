/** `newLink(agreement_id, asked, asking)`: the link of a letter that asks for the client's word; `keepLinks(tx, links)`. */
export { keepLinks, newLink, type LinkAddressee, type NewLink } from './commands/links.ts'
/** `tellScope(tx, actor, id)`: what the client's side has to hear of its scope now; `differenceBetween(db, from, to)`. */
export { takeScopeNotice } from './commands/scopes.ts'
export { differenceBetween } from './queries/scopes.ts'
/** `endSubscription`: a listener that removes the calendar's link of a person whose access ends. */
export { endSubscription } from './commands/subscription.ts'
/** `changeInside(tx, actor, update)`: one update of one agreement as a part of a larger change. */
export { changeInside } from './commands/changing.ts'
/** `plannedBetween(db, person, from, to)`: agreements whose date lies between two days. */
export { plannedBetween } from './queries/planned.ts'
/** `clashesAmong(all)`: what finds the installations that one would clash with. */
export { clashesAmong, clashInWords, type Planned } from './rules/clashes.ts'
/** `agreementFinder`: agreements by number, release and company, for the search over everything. */
export { agreementFinder } from './queries/finding.ts'
/** `restoreAgreement(tx, actor, id)`: brings a deleted agreement back, unless its pair has another one. */
export { restoreAgreement } from './commands/restoring.ts'
/** `entryOf(agreement, written, standing)`: the date as the calendar file of a letter. */
export { calendarOf, entryOf } from './queries/entry.ts'
/** `withdrawnSince(db, id, asked_at)`: whether a question that was asked then is withdrawn. `askedByEach(db, ids)`: who last asked each client. `wantedByEach(deps, agreements)`: until which day an answer is wanted. */
export { sendersOfEach, withdrawnSince } from './queries/links.ts'
export { wantedByEach } from './queries/question.ts'
/** `agreementMatters`: what of agreements waits for people; `comingInstallations`: what comes next. */
export { agreementMatters, comingInstallations } from './queries/waiting.ts'
/** `toTryAgain(db, id)`: what did not work in an earlier build than the one on test, of a company that is still waited for. */
export { toTryAgain } from './queries/trials.ts'
/** How long letters of a withdrawal wait: so long the act can be taken back. */
export { HELD_SECONDS } from './rules/consequences.ts'
