import { files } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import type { DetailedError, Upload } from 'tus-js-client'
import { ApiError, NO_CONNECTION, OWN_FAULT } from './api-error.ts'
import { addressOf, call, send } from './client.ts'
import { session } from './session.ts'

export interface ResumableInput {
  file: File
  version: string
  /** Where an earlier try left off; null begins anew. */
  url: string | null
  signal: AbortSignal
  /** Told where the bytes go as soon as it is known: whoever keeps it can go on later. */
  onUrl: (url: string) => void
  /** Told as bytes leave. */
  onProgress: (sent: number, total: number) => void
}

/** A multiple of the server's pieces; small enough for proxies that want to hold a whole request. */
const CHUNK_BYTES = 32 * 1024 * 1024
/** A short break is slept over; after a minute the person is told. */
const RETRY_MS = [500, 1000, 3000, 5000, 10_000, 20_000, 20_000]
const STORE_FULL = 507

const keyOf = (url: string): string => url.split('/').at(-1) ?? ''

const isDetailed = (error: unknown): error is DetailedError => error instanceof Error && 'originalResponse' in error

function sentenceIn(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    // A proxy on the way may answer with a page of its own.
    return undefined
  }
}

function refusalOf(error: unknown): ApiError {
  const response = isDetailed(error) ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  const message = sentenceIn(response?.getBody() ?? '') ?? (status === 0 ? NO_CONNECTION : OWN_FAULT)
  return new ApiError({ status, message, errors: {}, data: {}, onRefusal: 'throw' })
}

/** Waiting mends a broken line and a server that starts again, no refusal. */
const isWorthATry = ({ originalResponse }: DetailedError): boolean => {
  const status = originalResponse?.getStatus() ?? 0
  return status === 0 || status === 409 || (status >= 500 && status !== STORE_FULL)
}

/** Stops the upload when told; what has arrived stays with the server. */
function stopWith(signal: AbortSignal, upload: Upload, reject: (reason: unknown) => void) {
  const stop = () => {
    void upload.abort()
    reject(new DOMException('aborted', 'AbortError'))
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
}

const notReached = (): ApiError =>
  new ApiError({ status: 0, message: NO_CONNECTION, errors: {}, data: {}, onRefusal: 'throw' })

/** Needed by those who send files only. A line that is broken already here is a broken line like any other. */
const importTus = () =>
  import('tus-js-client').catch(() => {
    throw notReached()
  })

async function sendBytes({ file, version, url, signal, onUrl, onProgress }: ResumableInput): Promise<string> {
  const tus = await importTus()
  return new Promise((resolve, reject) => {
    const upload: Upload = new tus.Upload(file, {
      endpoint: addressOf(files.beginUpload, {}),
      uploadUrl: url,
      metadata: { filename: file.name, version },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => request.setHeader('Authorization', `Bearer ${session.get()?.token ?? ''}`),
      onShouldRetry: isWorthATry,
      onUploadUrlAvailable: () => upload.url && onUrl(upload.url),
      onProgress,
      onError: (error) => reject(refusalOf(error)),
      onSuccess: () => resolve(upload.url ?? ''),
    })
    stopWith(signal, upload, reject)
    if (!signal.aborted) upload.start()
  })
}

/**
 * Sends a file so that a broken line costs nothing: it goes on by itself, and after a reload from `url`.
 * @throws ApiError when refused or not got through; AbortError when `signal` was aborted
 */
export async function sendResumable(input: ResumableInput): Promise<FileInfo> {
  const url = await sendBytes(input)
  const { file } = await call(files.finishUpload, {
    params: { upload: keyOf(url) },
    signal: input.signal,
    onRefusal: 'throw',
  })
  return file
}

/** Lets the server forget what has arrived; what stays behind is swept away there in a week. */
export const dropUpload = (url: string): void =>
  void send(files.cancelUpload, { params: { upload: keyOf(url) }, onRefusal: 'throw' }).catch(() => {})
