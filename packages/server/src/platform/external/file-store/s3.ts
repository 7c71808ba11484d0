import { Readable } from 'node:stream'
import { S3mini, S3ServiceError } from 's3mini'
import { whyNot } from '../../database/connect.ts'
import type { FileStore } from '../file-store.ts'
import { SettingsError } from '../../settings.ts'
import { inPieces, PIECE_BYTES } from './pieces.ts'

/** A request for a few megabytes that takes longer than this will never be answered. */
const PATIENCE_MS = 5 * 60_000

/** Parses S3_URL: `https://key:secret@server/bucket[/folder][?region=…]`. */
export function s3Address(text: string) {
  const url = new URL(text)
  return {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}

const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof S3ServiceError && statuses.includes(error.status)

/** Two clients, because only pieces have a time limit: a download takes as long as its reader. */
function clientsOf(url: string) {
  const address = s3Address(url)
  return { s3: new S3mini({ ...address, requestAbortTimeout: PATIENCE_MS }), reader: new S3mini(address) }
}

/** Written by each check. */
const MARK = 'vypusk-was-here'
/** A storage that works answers a few bytes in this time. */
const CHECK_MS = 10_000

/** Answers below 500 that may be different in a minute: a timeout, too early, too many requests. */
const PASSING = new Set([408, 425, 429])

/** The storage is not there or out of order, which is no reason to change S3_URL. */
export class StorageAway extends SettingsError {}

/** Whether the storage has refused what S3_URL says: a wrong key, bucket or region. */
const isRefusal = (error: unknown) =>
  error instanceof S3ServiceError && error.status < 500 && !PASSING.has(error.status)

/**
 * Checks that the bucket accepts files.
 * @throws StorageAway when nobody can tell now, any other SettingsError when S3_URL is wrong
 */
export async function checkS3(url: string): Promise<void> {
  const s3 = new S3mini({ ...s3Address(url), requestAbortTimeout: CHECK_MS })
  await s3.putObject(MARK, Buffer.from('Выпуск')).catch((error: Error) => {
    const { host, pathname } = new URL(url)
    const sentence = `Хранилище S3_URL (${host}${pathname}) не принимает файлы: ${whyNot(error)}`
    throw isRefusal(error) ? new SettingsError(sentence) : new StorageAway(sentence)
  })
}

type Pieces = Pick<FileStore, 'begin' | 'putPiece' | 'join' | 'abandon'>

const statIn = async (s3: S3mini, key: string) =>
  (await s3.objectExists(key)) ? { size: await s3.getContentLength(key) } : undefined

/**
 * Completes the upload. An error may come with status 200, and a repeated call fails although the first one succeeded,
 * so only the existence of the file tells whether it worked.
 */
async function joinPieces(s3: S3mini, key: string, handle: string, marks: string[]) {
  const parts = marks.map((etag, number) => ({ partNumber: number + 1, etag }))
  const failure = await s3.completeMultipartUpload(key, handle, parts).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!(await statIn(s3, key))) throw new Error(`S3 did not join ${key}`, { cause: failure })
}

const piecesIn = (s3: S3mini): Pieces => ({
  begin: (key) => s3.getMultipartUploadId(key),
  putPiece: async ({ key, handle, number, bytes }) =>
    (await s3.uploadPart(key, handle, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), number + 1)).etag,
  join: (key, handle, marks) => joinPieces(s3, key, handle, marks),
  abandon: async (key, handle) => {
    try {
      await s3.abortMultipartUpload(key, handle)
    } catch (error) {
      // Already gone, or a storage that cleans up by itself.
      if (!hasStatus(error, 404, 405, 501)) throw error
    }
  },
})

/** Stores a stream; content that fits into one piece is sent in a single request. */
async function putInto(
  { s3, begin, putPiece, join, abandon }: Pieces & { s3: S3mini },
  ...[key, bytes, begun]: Parameters<FileStore['put']>
) {
  let handle = ''
  const marks: string[] = []
  try {
    for await (const piece of inPieces(bytes)) {
      if (!handle && piece.length < PIECE_BYTES) return void (await s3.putObject(key, Buffer.from(piece)))
      if (!handle) {
        handle = await begin(key)
        await begun?.(handle)
      }
      marks.push(await putPiece({ key, handle, number: marks.length, bytes: piece }))
    }
    return await (handle ? join(key, handle, marks) : s3.putObject(key, Buffer.alloc(0)).then(() => undefined))
  } catch (error) {
    if (handle) await abandon(key, handle)
    throw error
  }
}

async function* readFrom(s3: S3mini, key: string, range?: { start: number; end: number }) {
  const reply = await (range ? s3.getObjectRaw(key, false, range.start, range.end + 1) : s3.getObjectRaw(key))
  if (reply.body) yield* reply.body
}

/** A store in a bucket of an S3 storage. */
export function s3Store(url: string): FileStore {
  const { s3, reader } = clientsOf(url)
  const pieces = piecesIn(s3)
  return {
    ...pieces,
    put: (...file) => putInto({ s3, ...pieces }, ...file),
    get: (key, range) => Readable.from(readFrom(reader, key, range), { objectMode: false }),
    stat: (key) => statIn(s3, key),
    delete: async (key) => {
      await s3.deleteObject(key)
    },
  }
}
