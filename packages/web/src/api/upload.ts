import type { AnyEndpoint, ReplyOf } from '@vypusk/contract'
import { ApiError, NO_CONNECTION, OWN_FAULT } from './api-error.ts'
import { addressOf, headersOf } from './client.ts'

export interface UploadInput {
  body: FormData
  signal: AbortSignal
  /** Called as bytes are sent; being sent does not yet mean being stored. */
  onProgress: (sent: number, total: number) => void
}

function replyOf(request: XMLHttpRequest): Record<string, unknown> {
  try {
    return JSON.parse(request.responseText) as Record<string, unknown>
  } catch {
    // A proxy on the way may answer with a page of its own.
    return {}
  }
}

const refusalOf = (status: number, data: Record<string, unknown>): ApiError =>
  new ApiError({
    status,
    message: typeof data['message'] === 'string' ? data['message'] : status === 0 ? NO_CONNECTION : OWN_FAULT,
    errors: (data['errors'] ?? {}) as Record<string, string[]>,
    data,
    onRefusal: 'throw',
  })

/**
 * Sends a form with files. Uses XMLHttpRequest because fetch does not report upload progress.
 * @throws ApiError when refused or not delivered; AbortError when `signal` was aborted
 */
export function upload<E extends AnyEndpoint>(
  endpoint: E,
  { body, signal, onProgress }: UploadInput,
): Promise<ReplyOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint, {}))
    for (const [name, value] of Object.entries(headersOf(endpoint, { body }))) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
    request.addEventListener('load', () => {
      const data = replyOf(request)
      if (request.status === 200) resolve(data as ReplyOf<E>)
      else reject(refusalOf(request.status, data))
    })
    request.addEventListener('error', () => reject(refusalOf(0, {})))
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) request.abort()
    else request.send(body)
  })
}
