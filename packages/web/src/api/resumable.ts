import { files } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import type { DetailedError, Upload } from 'tus-js-client'
import { ApiError, NO_CONNECTION, OWN_FAULT } from './api-error.ts'
import { addressOf, call, send } from './client.ts'
import { session } from './session.ts'

export interface ResumableInput {
  file: File
  version: string
  /** Where an earlier attempt left off; null starts from the beginning. */
  url: string | null
  signal: AbortSignal
  /** Called with the upload's address as soon as it is known; storing it makes it possible to continue later. */
  onUrl: (url: string) => void
  /** Called as bytes are sent. */
  onProgress: (sent: number, total: number) => void
}

/** A multiple of the server's piece size; small enough for proxies that buffer a whole request. */
const CHUNK_BYTES = 32 * 1024 * 1024
/** Short interruptions are waited out; after a minute the error is shown. */
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

/** Checks whether trying again may help: it does for a broken connection or a restarting server, not for a refusal. */
const isWorthATry = ({ originalResponse }: DetailedError): boolean => {
  const status = originalResponse?.getStatus() ?? 0
  return status === 0 || status === 409 || (status >= 500 && status !== STORE_FULL)
}

/** Stops the upload when the signal is aborted; what has arrived stays on the server. */
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

/** Loaded only when somebody sends files. Failing to load it counts as a network failure. */
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
 * Sends a file so that a broken connection does not lose what was sent: it continues by itself, and after a reload from
 * `url`.
 * @throws ApiError when refused or not delivered; AbortError when `signal` was aborted
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

/** Tells the server to discard what has arrived; whatever remains is cleaned up there within a week. */
export const dropUpload = (url: string): void =>
  void send(files.cancelUpload, { params: { upload: keyOf(url) }, onRefusal: 'throw' }).catch(() => {})
