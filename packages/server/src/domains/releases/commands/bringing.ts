import type { releases } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { detachFromRelease, moveBetweenReleases } from '../../requests/port.ts'
import { NO_RELEASE, releasePolicy } from '../policy.ts'
import { comingRows, requestsIn } from '../queries/bringing.ts'
import { factsOf, type ReleaseFacts } from '../queries/facts.ts'
import { chosenOf, comesAlong, staysFor } from '../rules/bringing.ts'
import { historyRows } from '../store/recorded.ts'
import {
  addToLists,
  neededCompanies,
  neededModules,
  patchRow,
  removeFromList,
  type List,
  type Listed,
} from '../store/releases.ts'
import { changeRelease, emitChanges, lockReleases, type Changed } from './changing.ts'

/** The ids that an act has added to a release. */
export type Came = Pick<releases.Brought, 'companies' | 'modules'>
export const NOTHING: Came = { companies: [], modules: [] }

/** Requests that come into a release, and what of theirs to add to it. */
export interface Bringing {
  release_id: number
  requests: number[]
  bring?: releases.Bring | undefined
}

/**
 * Adds the companies and modules that requests bring to their releases, as far as chosen. The releases and the requests
 * are locked by the caller.
 * @returns what each release did not have before
 */
export async function bringEach(tx: Transaction, all: Bringing[]): Promise<Map<number, Came>> {
  const bringing = all.filter(({ bring }) => bring !== undefined)
  if (bringing.length === 0) return new Map()
  const facts = await factsOf(
    tx,
    bringing.map(({ release_id }) => release_id),
  )
  const had = new Map(facts.map((release) => [release.id, release]))
  const { companies, modules } = await comingRows(
    tx,
    bringing.flatMap(({ requests }) => requests),
  )
  const wanted = bringing.flatMap(({ release_id, requests, bring }) => {
    const release = had.get(release_id)
    if (!release || !bring) return []
    const own = new Set(requests)
    const ofOwn = <Row extends { id: number }>(rows: Row[]) => rows.filter(({ id }) => own.has(id))
    return {
      release_id,
      companies: chosenOf(bring.companies, comesAlong(ofOwn(companies), release).companies.keys()),
      modules_ids: chosenOf(bring.modules, comesAlong(ofOwn(modules), release).modules.keys()),
    }
  })
  const add = (list: List & keyof (typeof wanted)[number]) =>
    addToLists(
      tx,
      list,
      wanted.flatMap(({ release_id, [list]: ids }) => ids.map((id) => ({ release_id, id }))),
    )
  const come = { companies: await add('companies'), modules: await add('modules_ids') }
  const idsIn = (rows: Listed[], release_id: number) =>
    rows.filter((row) => row.release_id === release_id).map(({ id }) => id)
  return new Map(
    wanted.map(({ release_id }) => [
      release_id,
      { companies: idsIn(come.companies, release_id), modules: idsIn(come.modules, release_id) },
    ]),
  )
}

/** The same for one release. */
export const bringAlong = async (
  tx: Transaction,
  release_id: number,
  requests: number[],
  bring: releases.Bring | undefined,
): Promise<Came> => (await bringEach(tx, [{ release_id, requests, bring }])).get(release_id) ?? NOTHING

/** Adds the companies and modules of the requests that are in a release already. */
export function bringCompanies(call: Call<typeof releases.bringCompanies>) {
  const { id } = call.params
  let brought = NOTHING
  return changeRelease(
    call,
    { id, action: 'requests' },
    async (tx) => {
      brought = await bringAlong(tx, id, await requestsIn(tx, id), call.body.bring)
      return {}
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
  const rows = await historyRows(tx, [id, other])
  await change(to)
  const changed: Changed[] = []
  for (const facts of [from, to]) {
    const before = { row: rows.get(facts.id), facts }
    changed.push({ id: facts.id, before, done: { version: await patchRow(tx, actor, facts.id, {}) } })
  }
  await emitChanges(tx, actor, changed)
  return changed.map(({ done }) => done.version)
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
      return {}
    },
    async (_, version) => ({ message: 'Success', version, kept }),
  )
}
