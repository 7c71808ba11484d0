import type { releases } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { detachFromRelease, moveBetweenReleases } from '../../requests/port.ts'
import { NO_RELEASE, releasePolicy } from '../policy.ts'
import { alongWith } from '../queries/bringing.ts'
import { factsOf } from '../queries/facts.ts'
import { chosenOf, staysFor } from '../rules/bringing.ts'
import { addToList, historyRow, neededCompanies, neededModules, patchRow, removeFromList } from '../store.ts'
import { changeRelease, emitChange, lockReleases } from './changing.ts'

const NOTHING: releases.Brought = { companies: [], modules: [] }

/**
 * Gives a release what its requests bring, as far as it is wanted. The release is locked by now, and so are the requests.
 * @returns what it did not have
 */
export async function bringAlong(
  tx: Transaction,
  release_id: number,
  requests: number[],
  bring: releases.Bring | undefined,
): Promise<releases.Brought> {
  const [release] = await factsOf(tx, [release_id])
  if (!release || !bring) return NOTHING
  const { companies, modules } = await alongWith(tx, requests, release)
  return {
    companies: await addToList(tx, release_id, 'companies', chosenOf(bring.companies, companies.keys())),
    modules: await addToList(tx, release_id, 'modules_ids', chosenOf(bring.modules, modules.keys())),
  }
}

/** Names what the requests that a release has bring to it. */
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
    async (_, version) => ({ message: 'Success', version, brought }),
  )
}

/** The requests of a release that are not deleted. */
export const requestsIn = async (tx: Transaction, release_id: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('shared_requests as requests')
    .select('id')
    .where('release_id', '=', release_id)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Changes a release together with another one, each with its history and its event; both stand still meanwhile.
 * @throws 404 where the first is not there, 422 where the other is not
 * @returns the version of the first now
 */
export async function changeTogether(
  tx: Transaction,
  actor: Actor,
  id: number,
  other: number,
  change: () => Promise<void>,
): Promise<number> {
  const locked = await lockReleases(tx, [id, other])
  const [from, to] = [locked.get(id), locked.get(other)]
  if (!from) throw refuse('not_found')
  if (!to) throw refuseField('release_id', NO_RELEASE)
  for (const release of [from, to]) ask(releasePolicy, 'requests', actor.person, release)
  const befores = [
    { row: await historyRow(tx, id), facts: from },
    { row: await historyRow(tx, other), facts: to },
  ]
  await change()
  let first = 0
  for (const before of befores) {
    const version = await patchRow(tx, actor, before.facts.id, {})
    await emitChange(tx, actor, before.facts.id, before, { version })
    first ||= version
  }
  return first
}

/** Takes brought companies and modules away again; what something else needs by now stays, and why is answered. */
async function dropBrought(tx: Transaction, release_id: number, { companies, modules }: releases.Brought) {
  const leaving = (await neededCompanies(tx, release_id, companies)).map((each) => ({ ...each, why: staysFor(each) }))
  const gone = leaving.filter(({ why }) => why === null).map(({ idcomp }) => idcomp)
  const unused = (await neededModules(tx, release_id, modules)).filter(({ hasRequests }) => !hasRequests)
  await removeFromList(tx, release_id, 'companies', gone)
  await removeFromList(
    tx,
    release_id,
    'modules_ids',
    unused.map(({ idmod }) => idmod),
  )
  return leaving.flatMap(({ why }) => why ?? [])
}

/** Takes back what an addition or a move has brought, and nothing else. */
export function takeBack(call: Call<typeof releases.takeBack>) {
  const { id } = call.params
  const { requests, release_id, ...brought } = call.body
  let kept: string[] = []
  const answer = (version: number) => ({ message: 'Success', version, kept })
  if (release_id) {
    return inTransaction(call, async (tx) =>
      answer(
        await changeTogether(tx, call, id, release_id, async () => {
          await moveBetweenReleases(tx, call, id, release_id, requests)
          kept = await dropBrought(tx, id, brought)
        }),
      ),
    )
  }
  return changeRelease(
    call,
    { id, action: 'requests' },
    async (tx) => {
      if (requests.length > 0) await detachFromRelease(tx, call, id, requests)
      kept = await dropBrought(tx, id, brought)
      return { version: await patchRow(tx, call, id, {}) }
    },
    async (_, version) => answer(version),
  )
}
