import type { releases } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { attachEach } from '../../requests/port.ts'
import { NOT_IN_PROGRESS } from '../policy.ts'
import type { ReleaseFacts } from '../queries/facts.ts'
import { stepKinds } from '../queries/steps.ts'
import { historyRows, type HistoryRow } from '../store/recorded.ts'
import { writeDates } from '../store/dates.ts'
import { bringEach, NOTHING, type Bringing, type Came } from './bringing.ts'
import { checkChange, emitChanges } from './changing.ts'

/** The requests are those to add to the release, with what to add of the companies and modules they bring. */
interface Planned extends Bringing {
  start_date: string
  plan_date: string
  version?: number | null | undefined
}

/** Refuses a release that may not be planned, or was changed meanwhile, and any other. */
async function checkEach(tx: Transaction, actor: Actor, all: Planned[], known: Map<number, ReleaseFacts>) {
  const kinds = new Map((await stepKinds.all(tx, {})).map(({ id, kind }) => [id, kind]))
  for (const { release_id: id, version } of all) {
    const release = known.get(id)
    if (!release) throw refuse('not_found')
    await checkChange(tx, actor, release, { id, action: 'save', version })
    const kind = kinds.get(release.step_id)
    if (kind === 'published' || kind === 'closed') throw refuseField('release_id', NOT_IN_PROGRESS)
  }
}

async function attach(tx: Transaction, actor: Actor, all: Planned[]): Promise<Map<number, Came>> {
  const joining = all.filter(({ requests }) => requests.length > 0)
  let brought = new Map<number, Came>()
  if (joining.length === 0) return brought
  await attachEach(
    tx,
    actor,
    joining.map(({ release_id, requests: ids }) => ({ release_id, ids })),
    async () => void (brought = await bringEach(tx, joining)),
  )
  return brought
}

/** Whether a plan asks for anything that the release does not have yet. */
const differs = ({ start_date, plan_date, requests }: Planned, row: HistoryRow | undefined): boolean =>
  requests.length > 0 || start_date !== row?.start_date || plan_date !== row.plan_date

/**
 * Gives releases in progress new dates and more requests, with what they bring; forty releases take as many statements
 * as one. One that has these dates already and gets no request stays as it is.
 * @param known the releases, which the caller has locked: locked once more, one that was restored meanwhile would come
 * after others with greater ids
 * @returns what each release did not have before, in the order of the releases' ids
 * @throws 404, 409 if one is stale, 422 if one is published or closed, and the refusals of `attachEach`
 */
export async function replanEach(
  tx: Transaction,
  actor: Actor,
  planned: Planned[],
  known: Map<number, ReleaseFacts>,
): Promise<(releases.Brought & { release_id: number })[]> {
  const all = planned.toSorted((a, b) => a.release_id - b.release_id)
  const ids = all.map(({ release_id }) => release_id)
  await checkEach(tx, actor, all, known)
  const rows = await historyRows(tx, ids)
  const brought = await attach(tx, actor, all)
  const differing = all.filter((plan) => differs(plan, rows.get(plan.release_id)))
  const versions = await writeDates(
    tx,
    actor,
    differing.map(({ release_id: id, start_date, plan_date }) => ({ id, start_date, plan_date })),
  )
  const versionOf = (id: number) => versions.get(id) ?? known.get(id)?.version ?? 0
  const changed = [...known.values()].filter(({ id }) => versions.has(id))
  await emitChanges(
    tx,
    actor,
    changed.map((facts) => ({
      id: facts.id,
      before: { row: rows.get(facts.id), facts },
      done: { version: versionOf(facts.id) },
    })),
  )
  return ids.map((release_id) => ({
    release_id,
    ...(brought.get(release_id) ?? NOTHING),
    version: versionOf(release_id),
  }))
}
