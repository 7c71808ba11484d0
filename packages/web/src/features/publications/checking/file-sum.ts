export type FromWorker = { kind: 'progress'; done: number } | { kind: 'sum'; sum: string } | { kind: 'failed' }

interface SumOptions {
  /** Called with the number of bytes processed. */
  onProgress: (done: number) => void
  signal: AbortSignal
}

/**
 * Computes the SHA-256 of a local file in a worker; nothing of the file leaves the browser. The promise never settles
 * once it was aborted.
 */
export function sumOf(file: File, { onProgress, signal }: SumOptions): Promise<string> {
  const worker = new Worker(new URL('sha256.worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'progress') return onProgress(data.done)
    worker.terminate()
    if (data.kind === 'sum') resolve(data.sum)
    else reject(new Error('the file cannot be read'))
  })
  worker.addEventListener('error', () => reject(new Error('the worker has failed')))
  worker.postMessage(file, [])
  return promise
}
