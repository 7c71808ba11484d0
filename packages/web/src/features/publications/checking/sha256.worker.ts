import type { FromWorker } from './file-sum.ts'
import { sha256Of } from './sha256.ts'

/** Computes a file's SHA-256 in a worker, so that the page stays responsive. */

const post = (message: FromWorker) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<File>) => {
  sha256Of(data, (done) => post({ kind: 'progress', done })).then(
    (sum) => post({ kind: 'sum', sum }),
    // The file was changed or removed meanwhile, or may not be read.
    () => post({ kind: 'failed' }),
  )
})
