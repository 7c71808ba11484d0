import type { releases } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { detachFromRelease, moveBetweenReleases } from '../../requests/port.ts'
import { NO_RELEASE, releasePolicy } from '../policy.ts'
import { alongWith, requestsIn } from '../queries/bringing.ts'
import { factsOf, type ReleaseFacts } from '../queries/facts.ts'
import { chosenOf, staysFor } from '../rules/bringing.ts'
import { addToList, historyRow, neededCompanies, neededModules, patchRow, removeFromList } from '../store/releases.ts'
import { changeRelease, emitChange, lockReleases } from './changing.ts'

/** The ids that an act has added to a release. */
export type Came = Pick<releases.Brought, 'companies' | 'modules'>
export const NOTHING: Came = { companies: [], modules: [] }

/**
 * Adds the companies and modules that requests bring to a release, as far as chosen. The release and the requests are
 * locked by the caller.
 * @returns what the release did not have before
 */
export async function bringAlong(
  tx: Transaction,
  release_id: number,
  requests: number[],
  bring: releases.Bring | undefined,
): Promise<Came> {
  const [release] = await factsOf(tx, [release_id])
  if (!release || !bring) return NOTHING
  const { companies, modules } = await alongWith(tx, requests, release)
  return {
    companies: await addToList(tx, release_id, 'companies', chosenOf(bring.companies, companies.keys())),
    modules: await addToList(tx, release_id, 'modules_ids', chosenOf(bring.modules, modules.keys())),
  }
}

/** Adds the companies and modules of the requests that are in a release already. */
export function bringCompanies(call: Call<typeof releases.bringCompanies>) {
  const { id } = call.params
  let brought = NOTHING
  return changeRelease(
    call,
    { id, action: 'requests' },
    async (tx) => {
      brought = await bringAlong(tx, id, await requestsIn(tx, id), call.body.bring)
      return { version: await patchRow(tx, call, id, {}) }
    },
    async (_, version) => ({ message: 'Success', version, brought: { ...brought, version } }),
  )
}

/**
 * Changes two releases together, each with its history and its event; both are locked meanwhile.
 * @throws 404 if the first does not exist, 422 if the other does not
 * @returns their new versions
 */
export async function changeTogether(
  tx: Transaction,
  actor: Actor,
  id: number,
  other: number,
  change: (other: ReleaseFacts) => Promise<void>,
): Promise<number[]> {
  const locked = await lockReleases(tx, [id, other])
  const [from, to] = [locked.get(id), locked.get(other)]
  if (!from) throw refuse('not_found')
  if (!to) throw refuseField('release_id', NO_RELEASE)
  for (const release of [from, to]) ask(releasePolicy, 'requests', actor.person, release)
  const befores = [
    { row: await historyRow(tx, id), facts: from },
    { row: await historyRow(tx, other), facts: to },
  ]
  await change(to)
  const versions: number[] = []
  for (const before of befores) {
    const version = await patchRow(tx, actor, before.facts.id, {})
    await emitChange(tx, actor, before.facts.id, before, { version })
    versions.push(version)
  }
  return versions
}

/**
 * Removes companies and modules that were brought. A company that was asked for approval meanwhile stays; if the
 * release was changed since, so does what other requests need.
 * @returns why the others stay
 */
async function dropBrought(tx: Transaction, { id, version }: ReleaseFacts, { body }: Call<typeof releases.takeBack>) {
  const isTouched = version !== body.version
  const named = await neededCompanies(tx, id, body.companies)
  const leaving = named.map((each) => ({ ...each, why: staysFor(each, isTouched) }))
  const modules = await neededModules(tx, id, body.modules)
  await removeFromList(
    tx,
    id,
    'companies',
    leaving.filter(({ why }) => why === null).map(({ idcomp }) => idcomp),
  )
  await removeFromList(
    tx,
    id,
    'modules_ids',
    modules.filter(({ hasRequests }) => !(isTouched && hasRequests)).map(({ idmod }) => idmod),
  )
  return leaving.flatMap(({ why }) => why ?? [])
}

/** Undoes an addition or a move: removes what it has brought, and nothing else. */
export function takeBack(call: Call<typeof releases.takeBack>) {
  const { id } = call.params
  const { requests, release_id } = call.body
  let kept: string[] = []
  if (release_id) {
    return inTransaction(call, async (tx) => {
      const [, version = 0] = await changeTogether(tx, call, release_id, id, async (release) => {
        await moveBetweenReleases(tx, call, { from: id, to: release_id, ids: requests })
        kept = await dropBrought(tx, release, call)
      })
      return { message: 'Success', version, kept }
    })
  }
  return changeRelease(
    call,
    { id, action: 'requests' },
    async (tx, release) => {
      if (requests.length > 0) await detachFromRelease(tx, call, id, requests)
      kept = await dropBrought(tx, release, call)
      return { version: await patchRow(tx, call, id, {}) }
    },
    async (_, version) => ({ message: 'Success', version, kept }),
  )
}
