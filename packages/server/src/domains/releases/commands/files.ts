import type { releases } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { NO_FILE, refuse, refuseField } from '../../../platform/refusal.ts'
import { lockUploads } from '../../files/port.ts'
import { mayAttach } from '../policy.ts'
import { releaseFiles } from '../queries/detail.ts'
import { attachFiles, detachFile } from '../store/releases.ts'
import { changeRelease } from './changing.ts'

/**
 * Attaches files to the release, all or none; they stay locked until the transaction ends, so that nobody else attaches
 * them.
 */
export function addFiles(call: Call<typeof releases.addFiles>) {
  const { id } = call.params
  const ids = [...new Set(call.body.files)]
  return changeRelease(
    call,
    { id, action: 'files' },
    async (tx) => {
      const uploads = await lockUploads(tx, ids)
      if (uploads.length < ids.length || !uploads.every(mayAttach)) throw refuseField('files', NO_FILE)
      await attachFiles(tx, id, ids)
      return {}
    },
    async (tx, version) => ({ message: 'Success', version, ...(await releaseFiles(call, id, tx)) }),
  )
}

/** Detaches a file from the release. Its bytes are deleted by the sweeping if nothing else uses it. */
export function removeFile(call: Call<typeof releases.removeFile>) {
  const { id, file } = call.params
  return changeRelease(
    call,
    { id, action: 'files' },
    async (tx) => {
      if (!(await detachFile(tx, id, file))) throw refuse('not_found')
      return {}
    },
    async (_, version) => ({ message: 'Success', version }),
  )
}
