import type { releases } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { attachToRelease, detachFromRelease, moveBetweenReleases, requestRows } from '../../requests/port.ts'
import { SAME_RELEASE } from '../policy.ts'
import { bringAlong, changeTogether, NOTHING } from './bringing.ts'
import { changeRelease } from './changing.ts'

/** Adds requests, all or nothing, with the chosen part of what they bring. */
export function addRequests(call: Call<typeof releases.addRequests>) {
  const { id } = call.params
  const { requests, bring } = call.body
  let brought = NOTHING
  return changeRelease(
    call,
    { id, action: 'requests' },
    async (tx) => {
      await attachToRelease(tx, call, id, requests, async (come) => {
        brought = await bringAlong(tx, id, come, bring)
      })
      return {}
    },
    async (tx, version) => ({
      message: 'Success',
      requests: await requestRows(tx, call.person, { release_id: id }),
      version,
      brought: { ...brought, version },
    }),
  )
}

/** Takes a request out of the release. @throws 404, 403 for clients */
export function removeRequest(call: Call<typeof releases.removeRequest>) {
  const { id, request } = call.params
  return changeRelease(
    call,
    { id, action: 'requests' },
    async (tx) => {
      await detachFromRelease(tx, call, id, [request])
      return {}
    },
    async (_, version) => ({ message: 'Success', version }),
  )
}

/** Moves requests to another release, all or nothing; both releases are locked meanwhile. */
export function moveRequests(call: Call<typeof releases.moveRequests>) {
  const { id } = call.params
  const { requests, release_id, bring } = call.body
  if (release_id === id) throw refuseField('release_id', SAME_RELEASE)
  return inTransaction(call, async (tx) => {
    let brought = NOTHING
    const [version = 0, there = 0] = await changeTogether(tx, call, id, release_id, async () => {
      await moveBetweenReleases(tx, call, { from: id, to: release_id, ids: requests }, async (come) => {
        brought = await bringAlong(tx, release_id, come, bring)
      })
    })
    return { message: 'Success', version, brought: { ...brought, version: there } }
  })
}
