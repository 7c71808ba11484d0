import { Readable } from 'node:stream'
import type { files } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { Refusal, refuseWith } from '../../../platform/refusal.ts'
import { attachment, StreamReply } from '../../../platform/reply.ts'
import { noteDownload, noteSent } from './files.ts'
import { refusals } from '../policy.ts'
import { fileToServe, linkOwner } from '../queries.ts'
import { rangeOf } from '../rules.ts'

/** The part that a request asks for; the whole file if the caller has a part of other content (`If-Range`). */
function requestedRange({ headers }: Call['request'], size: number, etag: string) {
  const condition = headers['if-range']
  return condition === undefined || condition === etag ? rangeOf(headers.range, size) : 'whole'
}

/** A file, or the rest of one from a byte on. */
interface Part {
  file_id: number
  first_byte: number
}

/** How often it is asked whether a download may go on, in ms. */
const ASK_EVERY = 1000

/**
 * The bytes, as long as the person may have the file: a large one takes hours, and its publication may be taken back
 * meanwhile. Whoever continues a download that was cut off reads why.
 */
async function* whileTheirs({ deps, person }: Actor, id: number, bytes: Readable): AsyncGenerator<Buffer> {
  let at = performance.now()
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (performance.now() - at >= ASK_EVERY) {
      await fileToServe(deps.db, person, id).catch((error: unknown) => {
        if (error instanceof Refusal) throw error
        deps.log.warn({ err: error, file_id: id }, 'not asked whether a download may go on')
      })
      at = performance.now()
    }
    yield chunk
  }
}

/** Logs downloads of people with an account; a letter's link may lead to an address only. */
const read = (actor: Actor, part: Part, bytes: Readable) =>
  actor.person.id === 0 ? Promise.resolve(bytes) : logged(actor, part, bytes)

/** The bytes, with an entry in the log: when the download began, and how many bytes were sent once it has ended. */
async function logged(actor: Actor, { file_id, first_byte }: Part, bytes: Readable): Promise<Readable> {
  const { log } = actor.deps
  const entry = await noteDownload(actor, { file_id, first_byte })
  async function* counted() {
    let sent = 0
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        sent += chunk.length
        yield chunk
      }
    } finally {
      await noteSent(actor, { entry, file_id, sent }).catch((error: unknown) =>
        log.error({ err: error, file_id }, 'download not counted'),
      )
    }
  }
  return Readable.from(counted(), { objectMode: false })
}

/**
 * Serves a file to this person. Access is checked and logged for every request, also for each part of a file.
 * @throws 404 for a file they may not see
 */
export async function serve(
  { deps, person }: Actor,
  { request }: Pick<Call, 'request'>,
  id: number,
): Promise<StreamReply> {
  const file = await fileToServe(deps.db, person, id)
  const { size, storage_key, file_name } = file
  const etag = `"${file.sha256}"`
  const range = requestedRange(request, size, etag)
  if (range === 'unsatisfiable') throw new Refusal(refusals.range, {}, { 'Content-Range': `bytes */${size}` })
  if (!(await deps.store.stat(storage_key))) throw new Error(`bytes of file ${id} are not in the store`)
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': attachment(file_name),
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  }
  const part = range === 'whole' ? undefined : range
  const length = part ? part.end - part.start + 1 : size
  const from = { file_id: id, first_byte: part?.start ?? 0 }
  const stream =
    request.method === 'HEAD'
      ? Readable.from([])
      : await read(
          { deps, person },
          from,
          Readable.from(whileTheirs({ deps, person }, id, deps.store.get(storage_key, part)), { objectMode: false }),
        )
  const sent = { ...headers, 'Content-Length': String(length) }
  if (!part) return new StreamReply(stream, sent)
  return new StreamReply(stream, { ...sent, 'Content-Range': `bytes ${part.start}-${part.end}/${size}` }, 206)
}

/** Serves a file to the person. @throws 404 for one they may not know of */
export const getFile = (call: Call<typeof files.getFile>) => serve(call, call, call.params.id)

/** Serves a file by a link. The link's person is read again: one who was blocked meanwhile gets nothing. */
export async function getSavedFile(call: Call<typeof files.getSavedFile>) {
  const { deps, params, query } = call
  const person = await linkOwner(deps.db, query.token, params.id, momentOf(deps.clock))
  if (!person) throw refuseWith(refusals.link_expired)
  return serve({ deps, person }, call, params.id)
}
