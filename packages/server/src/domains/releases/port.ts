import type { releases } from '@vypusk/contract'
import type { Db, Actor } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { lockRelease, emitChange } from './commands/changing.ts'
import { companyStates, factsOf, type ReleaseFacts } from './queries/facts.ts'
import { publishedStep } from './queries/steps.ts'
import { readiness } from './rules/readiness.ts'
import { historyRow } from './store/recorded.ts'
import { patchRow, writeStepChange } from './store/releases.ts'

/**
 * `lockRelease(tx, id)`: locks a release until the transaction ends; 404 if there is none. `lockReleases(tx, ids)`:
 * locks several in the order of their ids, those that there are.
 */
export { lockRelease, lockReleases } from './commands/changing.ts'
/** `productionDays(db, from, to)`: every day of a period by the production calendar. */
export { productionDays } from './queries/calculation.ts'
/** `restoreInside(tx, actor, id)`: restores a deleted release and returns the requests it has lost. */
export { restoreInside as restoreRelease } from './commands/removing.ts'
/** `returnCompanies(tx, actor, id, returned)`: undoes that companies left a release. */
export { returnCompanies } from './commands/returning.ts'
/** `replanEach(tx, actor, all)`: changes dates and requests of releases as part of a larger change. */
export { replanEach } from './commands/replanning.ts'
/** `publishedMarkup(reader, id)`: the changes in a release and its terms, for a document about its publication. */
export { publishedMarkup } from './queries/document.ts'
/** `releaseFinder`: finds releases by number and words, for the search over everything. */
export { releaseFinder } from './queries/finding.ts'
/** `releaseMatters`: the releases that wait for staff; `comingReleases`: those planned next. */
export { comingReleases, releaseMatters } from './queries/waiting.ts'
/**
 * `scopeChangesBy(db, ids)`: scopes that differ from what was agreed and are not settled, by agreement; `bodyOf(text)`:
 * parses a stored scope.
 */
export { bodyOf, briefly, scopeChangesBy } from './queries/scopes.ts'
/**
 * `openOffer(agreement)`: the date that a client offers and staff have not answered yet; `trialsAmong(ids)`: agreements with
 * «проверено 3 из 5»; `hasAddressee(agreement)`: whether somebody of the company can get letters about it.
 */
export { hasAddressee, openOffer, trialsAmong } from './queries/agreements.ts'
/**
 * `calledOff(release_id, idcomp)`: SQL for a release that was closed without being handed over to a company;
 * `publishedTo(release_id, idcomp)`: SQL for one that was handed over to it; `companiesPublishedTo(release_id)`: SQL for the ids
 * of all those companies; `isClosedStep(step_id)`: SQL for a closed step, `isOpenStep(step_id)` for another one in queries of many releases; `calledOffWith.all(db, { step_id })`: the releases that would be called off if a step became a closed one.
 */
export {
  calledOff,
  calledOffWith,
  companiesPublishedTo,
  isClosedStep,
  isOpenStep,
  publishedTo,
} from './queries/called-off.ts'
/** `releasesInProgress(db, person, now)`: the releases that are neither published nor closed, by plan date. */
export { releasesInProgress } from './queries/rows.ts'
/** The list of steps as `administration` changes it, and the kind of a step. */
export { lockSteps, releaseStepList, writeStepKind } from './store/releases.ts'
export type { ReleaseFacts } from './queries/facts.ts'

/** One release that is not deleted; undefined if there is none. */
export const releaseFor = async (db: Db, id: number): Promise<ReleaseFacts | undefined> => (await factsOf(db, [id]))[0]

/** Several releases by id; unknown and deleted ones are left out. */
export const releasesFor = (db: Db, ids: number[]): Promise<ReleaseFacts[]> => factsOf(db, ids)

/**
 * Whether each release may be published, and which companies are waited for; releases that do not exist are left out.
 * @param now ISO 8601: dates before it have passed
 */
export async function readinessOf(db: Db, ids: number[], now: string): Promise<Map<number, releases.Readiness>> {
  const states = await companyStates(db, ids, now)
  return new Map([...states].map(([id, known]) => [id, readiness(known)]))
}

/**
 * Moves a release to its «published» step on the first publication; later ones do not move it. Locks the release
 * itself.
 */
export async function moveToPublished(tx: Transaction, actor: Actor, release_id: number): Promise<void> {
  const release = await lockRelease(tx, release_id)
  if (release.published_at !== null) return
  const step = await publishedStep.one(tx, {})
  const row = await historyRow(tx, release_id)
  const version = await patchRow(tx, actor, release_id, { step_id: step.id, published_at: momentOf(actor.deps.clock) })
  if (step.id !== release.step_id) await writeStepChange(tx, actor, release_id, step.id, null)
  await emitChange(tx, actor, release_id, { row, facts: release }, { version })
}
