import type { releases } from '@vypusk/contract'
import type { Db, Doer } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import { emit } from '../../platform/events.ts'
import { recordChanges } from '../../platform/history.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { companyStates, factsOf, type ReleaseFacts } from './queries/facts.ts'
import { audience } from './policy.ts'
import { customerStatus, readiness } from './rules.ts'
import { lockRow, patchRow, writeStepChange } from './store.ts'

export { canSee } from './policy.ts'
export { mustSee } from './queries/facts.ts'
export type { ReleaseFacts } from './queries/facts.ts'

/** One release that is not deleted, undefined when there is none. */
export const releaseFor = async (db: Db, id: number): Promise<ReleaseFacts | undefined> => (await factsOf(db, [id]))[0]

/** Several at once, by id; unknown and deleted ones are left out. */
export const releasesFor = (db: Db, ids: number[]): Promise<ReleaseFacts[]> => factsOf(db, ids)

/**
 * Takes the release until the transaction ends: its lists and step stand still.
 * @throws 404 when there is none
 */
export async function lockRelease(tx: Transaction, id: number): Promise<ReleaseFacts> {
  if (!(await lockRow(tx, id))) throw refuse('not_found')
  const [facts] = await factsOf(tx, [id])
  if (!facts) throw refuse('not_found')
  return facts
}

export interface ReleaseCompanyState {
  idcomp: number
  namecomp: string
  status: releases.CustomerStatus
  agreement_id: number | null
}

/** The release's companies with their customer status, by name. */
export async function companiesOf(db: Db, id: number): Promise<ReleaseCompanyState[]> {
  const states = (await companyStates(db, [id])).get(id) ?? []
  return states.map((state) => ({
    idcomp: state.idcomp,
    namecomp: state.namecomp,
    status: customerStatus(state),
    agreement_id: state.agreement_id,
  }))
}

/** Whether each release may be published, and who is waited for; releases that do not exist are missing. */
export async function readinessOf(db: Db, ids: number[]): Promise<Map<number, releases.Readiness>> {
  const states = await companyStates(db, ids)
  return new Map([...states].map(([id, companies]) => [id, readiness(companies)]))
}

/**
 * The first publication puts a release on its «published» step; later ones leave it where it is.
 * Takes the release's lock itself.
 */
export async function moveToPublished(tx: Transaction, doer: Doer, release_id: number): Promise<void> {
  const release = await lockRelease(tx, release_id)
  if (release.published_at !== null) return
  const steps = await tx.selectFrom('release_steps').select(['id', 'name_step', 'kind']).execute()
  const step = steps.find(({ kind }) => kind === 'published')
  if (!step) throw new Error('there is no published step')
  const version = await patchRow(tx, doer, release_id, { step_id: step.id, published_at: momentOf(doer.deps.clock) })
  if (step.id !== release.step_id) {
    await writeStepChange(tx, doer, release_id, step.id, null)
    await recordChanges(tx, doer, {
      entity: 'release',
      entity_id: release_id,
      titles: { step: 'Шаг' },
      before: { step: steps.find(({ id }) => id === release.step_id)?.name_step ?? null },
      after: { step: step.name_step },
    })
  }
  const companies = audience(release)
  await emit(tx, doer, { kind: 'changed', entity: 'release', entity_id: release_id, version, companies, data: {} })
}
