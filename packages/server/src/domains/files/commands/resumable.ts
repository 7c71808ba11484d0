import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { files } from '@vypusk/contract'
import type { Call, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { arrivedOf } from '../../../platform/file-store/pieces.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { StreamReply } from '../../../platform/reply.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { refusals, tooLarge } from '../policy.ts'
import { fileInfoOf, uploadFor } from '../queries.ts'
import { cleanName, cleanVersion, lengthOf, metadataOf } from '../rules.ts'
import { insertFiles } from '../store/files.ts'
import { deleteUploads, insertUpload, lockUpload, setFile, type Upload } from '../store/uploads.ts'
import { discard } from './bytes.ts'
import { forgetHash, wholeHash } from './hashes.ts'

/** The protocol's version, which every reply of it carries. */
const TUS = { 'Tus-Resumable': '1.0.0' }
export const tusReply = (status: number, headers: Record<string, string> = {}) =>
  new StreamReply(Readable.from([]), { ...TUS, ...headers }, status)

/** Nothing of the file is sent yet: one that is too large is refused before it travels. */
export async function beginUpload(call: Call<typeof files.beginUpload>) {
  const { deps, person, request } = call
  const size = lengthOf(request.headers['upload-length'])
  if (size === undefined) throw refuseWith(refusals.no_length)
  if (size > deps.settings.uploadLimit) throw refuseWith(tooLarge(deps.settings.uploadLimit))
  const { filename, version } = metadataOf(request.headers['upload-metadata'])
  const storage_key = randomUUID()
  const at = momentOf(deps.clock)
  const row = { storage_key, user_id: person.id, size, created_at: at, updated_at: at }
  await inTransaction(call, (tx) =>
    insertUpload(tx, { ...row, file_name: cleanName(filename), version: cleanVersion(version) }),
  )
  return tusReply(201, { Location: `/api/files/resumable/${storage_key}` })
}

export async function askUpload({ deps, person, params }: Call<typeof files.askUpload>) {
  const upload = await uploadFor(deps.db, person.id, params.upload)
  if (!upload) throw refuse('not_found')
  const { size, pieces, rest } = upload
  const arrived = arrivedOf(size, pieces, rest)
  return tusReply(200, { 'Upload-Offset': String(arrived), 'Upload-Length': String(size) })
}

export async function cancelUpload(call: Call<typeof files.cancelUpload>) {
  const { deps, person, params } = call
  const upload = await inTransaction(call, async (tx) => {
    const found = await lockUpload(tx, person.id, params.upload)
    if (!found || found.file_id) throw refuse('not_found')
    await deleteUploads(tx, [found.storage_key])
    return found
  })
  await discard(deps, upload)
  return tusReply(204)
}

/** An empty file has no pieces to join. */
const joinUp = ({ store }: Deps, { storage_key, handle, marks }: Upload) =>
  handle ? store.join(storage_key, handle, marks) : store.put(storage_key, Readable.from([]))

async function madeFile(tx: Transaction, id: number) {
  const file = await fileInfoOf(tx, id)
  if (!file) throw refuse('not_found')
  return file
}

/** Two at once make one file: the second waits for the row and finds it made. */
export function finishUpload(call: Call<typeof files.finishUpload>) {
  const { deps, person, params } = call
  return inTransaction(call, async (tx) => {
    const upload = await lockUpload(tx, person.id, params.upload)
    if (!upload) throw refuse('not_found')
    if (upload.file_id) return { message: 'Success', file: await madeFile(tx, upload.file_id) }
    const { storage_key, size, file_name, version } = upload
    if (arrivedOf(size, upload.marks.length, upload.tail.length) < size) throw refuseWith(refusals.unfinished)
    await joinUp(deps, upload)
    const sha256 = await wholeHash(storage_key, size, () => deps.store.get(storage_key))
    const row = {
      file_name,
      version,
      size,
      sha256,
      storage_key,
      uploaded: momentOf(deps.clock),
      uploaded_by: person.id,
    }
    const [file] = await insertFiles(tx, [row])
    if (!file) throw new Error('a file was written without a row')
    await setFile(tx, storage_key, file.id)
    forgetHash(storage_key)
    return { message: 'Success', file }
  })
}
