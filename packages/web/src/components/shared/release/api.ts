import { releases } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { useChange } from '../../../api/changes.ts'
import type { Changed } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

/** The acts on a release that more than one screen has. */

export const OF_RELEASE: readonly Changed[] = ['release', 'request', 'agreement']

/**
 * @param id 0 creates a release
 * @throws 409 with what was saved meanwhile
 */
export const saveRelease = (id: number, body: releases.ReleaseSave, idempotencyKey?: string) =>
  call(releases.save, { params: { id }, body, idempotencyKey, onRefusal: 'throw' })

export const addRequests = (id: number, body: BodyInput<typeof releases.addRequests>) =>
  call(releases.addRequests, { params: { id }, body, onRefusal: 'throw' })

interface Removal {
  id: number
  /** Sent to the companies that had been sent a date. */
  client_reason?: string
}

/** Deletes a release; its requests are free again. */
export const useRemoveRelease = () =>
  useChange({
    changes: OF_RELEASE,
    gone: ({ id }) => ({ entity: 'release', id }),
    mutationFn: ({ id, client_reason }: Removal) =>
      call(releases.remove, { params: { id }, query: { client_reason }, onRefusal: 'throw' }),
  })
