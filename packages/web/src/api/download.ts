import type { AnyEndpoint } from '@vypusk/contract'
import { send } from './client.ts'
import type { CallInput } from './client.ts'

export interface Progress {
  /** Bytes received so far. */
  received: number
  /** Total number of bytes; null while the server is still counting. */
  total: number | null
}

const EXTENDED_NAME = /filename\*=UTF-8''([^;]+)/i
const PLAIN_NAME = /filename="?([^";]+)"?/i

/** Returns the name the server gave the file. */
export function fileNameOf(disposition: string | null): string {
  const extended = EXTENDED_NAME.exec(disposition ?? '')?.[1]
  return extended ? decodeURIComponent(extended) : (PLAIN_NAME.exec(disposition ?? '')?.[1] ?? 'file')
}

async function readAll(response: Response, onProgress: (progress: Progress) => void): Promise<Blob> {
  // A streamed workbook has no Content-Length; the server sends the length it expects.
  const length = response.headers.get('Content-Length') ?? response.headers.get('X-Expected-Length')
  const total = length === null ? null : Number(length)
  const parts: BlobPart[] = []
  let received = 0
  const write = (part: Uint8Array<ArrayBuffer>) => {
    parts.push(part)
    received += part.byteLength
    onProgress({ received, total })
  }
  await response.body?.pipeTo(new WritableStream({ write }))
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}

/** Has the browser save a blob as a file. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser needs the address until it has begun to write the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Fetches a file that an endpoint streams (Excel, Word, bytes) and has the browser save it.
 * @param onProgress called after every piece
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
