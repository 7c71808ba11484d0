import { hash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { files } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { arrivedOf, createPiece } from '../../../platform/external/file-store/pieces.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { refusals } from '../policy.ts'
import { lengthOf } from '../rules.ts'
import { lockUpload, noteHandle, saveArrived, setWriter, type Upload } from '../store/uploads.ts'
import { discardRest, refusalOfBytes, watchSilence } from './bytes.ts'
import { digestsUpTo } from './proving.ts'
import { tusReply } from './resumable.ts'

type Append = Call<typeof files.appendToUpload>

/** Makes this call the writer of the upload. The previous writer's connection is dead, or its next write is refused. */
const takeOver = (call: Append, writer: string): Promise<Upload> =>
  inTransaction(call, async (tx) => {
    const upload = await lockUpload(tx, call.person.id, call.params.upload)
    if (!upload || upload.file_id) throw refuse('not_found')
    const offset = lengthOf(call.request.headers['upload-offset'])
    if (offset !== arrived(upload)) throw refuseWith(refusals.elsewhere)
    await setWriter(tx, upload.storage_key, writer)
    return upload
  })

const arrived = ({ size, marks, tail }: Pick<Upload, 'size' | 'marks' | 'tail'>) =>
  arrivedOf(size, marks.length, tail.length)

/** Begins a file in the store. @returns the handle, which another writer may have noted before */
async function begin({ db, store }: Append['deps'], storage_key: string): Promise<string> {
  const begun = await store.begin(storage_key)
  const noted = await noteHandle(db, storage_key, begun)
  if (noted !== begun) await store.abandon(storage_key, begun)
  return noted
}

/** Receives the bytes of one call: full pieces go to the store, the rest into the row. */
function receiver(call: Append, upload: Upload, writer: string) {
  const { store, clock } = call.deps
  const { storage_key, size } = upload
  const piece = createPiece(upload.tail)
  let { handle, marks, digests } = upload
  const save = async (now: Pick<Upload, 'marks' | 'digests' | 'tail'>) => {
    const by = { storage_key, writer, at: momentOf(clock) }
    const taken = await inTransaction(call, (tx) => saveArrived(tx, by, { handle, ...now }))
    if (!taken) throw refuseWith(refusals.elsewhere)
    // Only now: if it is uncertain whether this was saved, the same piece is stored again under the same number.
    ;({ marks, digests } = now)
  }
  const keepPiece = async () => {
    handle ??= await begin(call.deps, storage_key)
    const bytes = piece.bytes()
    const number = marks.length
    const mark = await store.putPiece({ key: storage_key, handle, number, bytes })
    // The digest belongs to the piece stored now, whatever an earlier attempt has stored.
    const withPiece = { marks: [...marks, mark], digests: [...digestsUpTo(number, digests), hash('sha256', bytes)] }
    await save({ ...withPiece, tail: Buffer.alloc(0) })
    piece.empty()
  }
  return {
    take: async (chunk: Uint8Array) => {
      for (let taken = 0; taken < chunk.length;) {
        taken += piece.take(chunk.subarray(taken))
        if (piece.isFull()) await keepPiece()
      }
    },
    arrived: () => arrivedOf(size, marks.length, piece.bytes().length),
    /** Saves what does not fill a piece, so that no received byte has to be sent again. */
    end: async () => {
      const tail = piece.bytes()
      if (tail.length === 0) return
      const isLast = arrivedOf(size, marks.length, tail.length) === size
      await (isLast ? keepPiece() : save({ marks, digests, tail }))
    },
  }
}

/** Reads the body into the upload. @throws Refusal too_large if more comes than was announced */
async function drain(body: Readable, { call, left, into }: Draining) {
  const silence = watchSilence(call.request)
  let room = left
  try {
    // The body is not destroyed when a piece cannot be stored: a destroyed one looks as if its sender had left.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      silence.restart()
      room -= chunk.length
      if (room < 0) throw refuse('too_large')
      await into.take(chunk)
    }
  } finally {
    silence.end()
  }
}

interface Draining {
  call: Append
  /** The bytes that may still come. */
  left: number
  into: ReturnType<typeof receiver>
}

/** Takes bytes from where the last call stopped. What has arrived is kept even if this call breaks off. */
export async function appendToUpload(call: Append) {
  const { deps, request } = call
  const { body } = request
  if (!(body instanceof Readable)) throw refuse('bad_syntax')
  const writer = randomUUID()
  const upload = await takeOver(call, writer)
  const before = arrived(upload)
  const into = receiver(call, upload, writer)
  try {
    await drain(body, { call, left: upload.size - before, into })
    await into.end()
  } catch (error) {
    discardRest(request)
    await into.end().catch((second: unknown) => deps.log.warn({ err: second }, 'the end of a broken upload is lost'))
    throw refusalOfBytes(request, error)
  }
  return tusReply(204, { 'Upload-Offset': String(into.arrived()) })
}
