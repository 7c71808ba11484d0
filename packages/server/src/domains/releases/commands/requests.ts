import type { releases } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Call } from '../../../platform/call.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { attachToRelease, detachFromRelease, moveBetweenReleases, requestRows } from '../../requests/port.ts'
import { changeRelease, lockReleases, emitChange } from './changing.ts'
import { NO_RELEASE, releasePolicy, SAME_RELEASE } from '../policy.ts'
import { historyRow, patchRow } from '../store.ts'

/** Adds requests, all or nothing. */
export function addRequests(call: Call<typeof releases.addRequests>) {
  const { id } = call.params
  return changeRelease(
    call,
    { id, action: 'requests' },
    async (tx) => {
      await attachToRelease(tx, call, id, call.body.requests)
      return { version: await patchRow(tx, call, id, {}) }
    },
    async (tx, version) => ({
      message: 'Success',
      requests: await requestRows(tx, call.person, { release_id: id }),
      version,
    }),
  )
}

export function removeRequest(call: Call<typeof releases.removeRequest>) {
  const { id, request } = call.params
  return changeRelease(
    call,
    { id, action: 'requests' },
    async (tx) => {
      await detachFromRelease(tx, call, id, [request])
      return { version: await patchRow(tx, call, id, {}) }
    },
    async (_, version) => ({ message: 'Success', version }),
  )
}

/** Moves requests to another release, all or nothing; both releases stand still meanwhile. */
export function moveRequests(call: Call<typeof releases.moveRequests>) {
  const { id } = call.params
  const { requests, release_id } = call.body
  if (release_id === id) throw refuseField('release_id', SAME_RELEASE)
  return inTransaction(call, async (tx) => {
    const locked = await lockReleases(tx, [id, release_id])
    const [from, to] = [locked.get(id), locked.get(release_id)]
    if (!from) throw refuse('not_found')
    if (!to) throw refuseField('release_id', NO_RELEASE)
    for (const release of [from, to]) ask(releasePolicy, 'requests', call.person, release)
    const rows = [await historyRow(tx, id), await historyRow(tx, release_id)] as const
    await moveBetweenReleases(tx, call, id, release_id, requests)
    const version = await patchRow(tx, call, id, {})
    await emitChange(tx, call, id, { row: rows[0], facts: from }, { version })
    await emitChange(
      tx,
      call,
      release_id,
      { row: rows[1], facts: to },
      { version: await patchRow(tx, call, release_id, {}) },
    )
    return { message: 'Success', version }
  })
}
