import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { files } from '@vypusk/contract'
import type { Call, Db, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { arrivedOf } from '../../../platform/external/file-store/pieces.ts'
import { whileTaken } from '../../../platform/lock.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { StreamReply } from '../../../platform/reply.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { refusals, tooLarge } from '../policy.ts'
import { fileInfoOf, uploadFor } from '../queries.ts'
import { cleanName, lengthOf, metadataOf } from '../rules.ts'
import { insertFiles } from '../store/files.ts'
import { giveUp, insertUpload, lockUpload, setFile, startAnew, type Upload } from '../store/uploads.ts'
import { admit } from './admitting.ts'
import { discard } from './bytes.ts'
import { isWhatCame, readBack } from './proving.ts'
import { versionIn } from './upload.ts'

type Finish = Call<typeof files.finishUpload>

/** The version of the tus protocol, sent in every reply. */
const TUS = { 'Tus-Resumable': '1.0.0' }
export const tusReply = (status: number, headers: Record<string, string> = {}) =>
  new StreamReply(Readable.from([]), { ...TUS, ...headers }, status)

/** Begins a resumable upload. No bytes are sent yet, so a file that is too large is refused before it travels. */
export async function beginUpload(call: Call<typeof files.beginUpload>) {
  const { deps, person, request } = call
  const size = lengthOf(request.headers['upload-length'])
  if (size === undefined) throw refuseWith(refusals.no_length)
  if (size > deps.settings.uploadLimit) throw refuseWith(tooLarge(deps.settings.uploadLimit))
  const { filename, version } = metadataOf(request.headers['upload-metadata'])
  const known = versionIn(version)
  const storage_key = randomUUID()
  const at = momentOf(deps.clock)
  const row = { storage_key, user_id: person.id, size, created_at: at, updated_at: at }
  await inTransaction(call, async (tx) => {
    await admit(tx, call, { files: 1, bytes: size })
    await insertUpload(tx, { ...row, file_name: cleanName(filename), version: known })
  })
  return tusReply(201, { Location: `/api/files/resumable/${storage_key}` })
}

/** Says how much of the person's upload has arrived. @throws 404 for another person's */
export async function askUpload({ deps, person, params }: Call<typeof files.askUpload>) {
  const upload = await uploadFor.first(deps.db, { user_id: person.id, storage_key: params.upload })
  if (!upload) throw refuse('not_found')
  const { size, pieces, rest } = upload
  const arrived = arrivedOf(size, pieces, rest)
  return tusReply(200, { 'Upload-Offset': String(arrived), 'Upload-Length': String(size) })
}

/** For `whileTaken`: the key's first 32 bits. Two uploads that share them would only wait for one another. */
const turnOf = (storage_key: string): number => Number.parseInt(storage_key.slice(0, 8), 16) | 0

/** Gives an unfinished upload up. @throws 404 for another person's, and for one that is a file already */
export async function cancelUpload(call: Call<typeof files.cancelUpload>) {
  const { deps, person, params } = call
  const uploads = await inTransaction(call, async (tx) => {
    const found = await lockUpload(tx, person.id, params.upload)
    if (!found || found.file_id) throw refuse('not_found')
    return giveUp(tx, [found.storage_key], momentOf(deps.clock))
  })
  // What another call is joining at this moment is left to the sweeping: deleted now, it could still appear afterwards.
  await whileTaken(deps.db, 'upload', turnOf(params.upload), () => discard(deps, uploads))
  return tusReply(204)
}

/** Joins the pieces; an empty file has none. */
const joinUp = ({ store }: Deps, { storage_key, handle, marks }: Upload) =>
  handle ? store.join(storage_key, handle, marks) : store.put(storage_key, Readable.from([]))

async function madeFile(db: Db, id: number) {
  const file = await fileInfoOf.first(db, { id })
  if (!file) throw refuse('not_found')
  return { message: 'Success', file }
}

/** Locks an upload that has arrived completely. @throws Refusal not_found, or unfinished while bytes are missing */
async function lockWhole(tx: Transaction, { person, params }: Finish): Promise<Upload> {
  const upload = await lockUpload(tx, person.id, params.upload)
  if (!upload) throw refuse('not_found')
  const { size, marks, tail, file_id } = upload
  if (file_id === null && arrivedOf(size, marks.length, tail.length) < size) throw refuseWith(refusals.unfinished)
  return upload
}

async function refuseDamaged(call: Finish, upload: Upload): Promise<never> {
  const { storage_key, size } = upload
  call.deps.log.error({ key: storage_key, size }, 'the stored bytes differ from those received')
  await inTransaction(call, (tx) => startAnew(tx, upload))
  throw refuseWith(refusals.damaged)
}

async function makeFile(tx: Transaction, call: Finish, sha256: string) {
  const { storage_key, size, file_name, version, file_id } = await lockWhole(tx, call)
  if (file_id) return madeFile(tx, file_id)
  const from = { uploaded: momentOf(call.deps.clock), uploaded_by: call.person.id }
  const [file] = await insertFiles(tx, [{ file_name, version, size, sha256, storage_key, ...from }])
  if (!file) throw new Error('a file was written without a row')
  await setFile(tx, storage_key, file.id)
  return { message: 'Success', file }
}

/** Creates the file once the stored bytes were read back and are what was sent; no row is locked meanwhile. */
async function joinToFile(call: Finish) {
  const { store } = call.deps
  const upload = await inTransaction(call, (tx) => lockWhole(tx, call))
  if (upload.file_id !== null) return madeFile(call.deps.db, upload.file_id)
  await joinUp(call.deps, upload)
  const stored = await readBack(store.get(upload.storage_key))
  if (!isWhatCame(stored, upload)) return refuseDamaged(call, upload)
  return inTransaction(call, (tx) => makeFile(tx, call, stored.sha256))
}

/** Calls are given up after a minute (platform/mount.ts). */
const JOIN_WAIT_MS = 50_000
const JOIN_AGAIN_MS = 200

/**
 * Makes a file of an upload. One call at a time joins its pieces: a store that is joining them answers the next one with
 * errors, or with bytes that are not all there yet. The other calls wait and find the file.
 * @throws Refusal not_found, unfinished, damaged, or joining when the other call has not ended within JOIN_WAIT_MS
 */
export async function finishUpload(call: Finish) {
  const until = performance.now() + JOIN_WAIT_MS
  for (;;) {
    let made: Awaited<ReturnType<typeof joinToFile>> | undefined
    await whileTaken(call.deps.db, 'upload', turnOf(call.params.upload), async () => {
      made = await joinToFile(call)
    })
    if (made) return made
    if (performance.now() > until) throw refuseWith(refusals.joining)
    await pause(JOIN_AGAIN_MS)
  }
}
