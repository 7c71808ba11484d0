import type { AnyEndpoint } from '@vypusk/contract'
import { send } from './client.ts'
import type { CallInput } from './client.ts'

export interface Progress {
  /** Bytes so far. */
  received: number
  /** Bytes in all; null while the server is still counting. */
  total: number | null
}

const EXTENDED_NAME = /filename\*=UTF-8''([^;]+)/i
const PLAIN_NAME = /filename="?([^";]+)"?/i

/** The name the server gave the file. */
export function fileNameOf(disposition: string | null): string {
  const extended = EXTENDED_NAME.exec(disposition ?? '')?.[1]
  return extended ? decodeURIComponent(extended) : (PLAIN_NAME.exec(disposition ?? '')?.[1] ?? 'file')
}

async function readAll(response: Response, onProgress: (progress: Progress) => void): Promise<Blob> {
  // A streamed workbook has no length of its own; the server says what it expects.
  const length = response.headers.get('Content-Length') ?? response.headers.get('X-Expected-Length')
  const total = length === null ? null : Number(length)
  const parts: BlobPart[] = []
  let received = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    received += part.byteLength
    onProgress({ received, total })
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}

/** Has the browser save what the page holds. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser needs the address until it has begun to write.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Fetches a file an endpoint streams (Excel, Word, bytes) and lets the browser save it.
 * @param onProgress told after every piece
 * @returns the name it was saved under
 * @throws ApiError when refused; AbortError when `input.signal` was aborted
 */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  onProgress: (progress: Progress) => void = () => {},
): Promise<string> {
  const response = await send(endpoint, { onRefusal: 'throw', ...input })
  const blob = await readAll(response, onProgress)
  const name = fileNameOf(response.headers.get('Content-Disposition'))
  saveAs(blob, name)
  return name
}
