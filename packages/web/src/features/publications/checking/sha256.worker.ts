import type { FromWorker } from './file-sum.ts'
import { sha256Of } from './sha256.ts'

/** Works a file's SHA-256 out beside the page, which goes on answering. */

const post = (message: FromWorker) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<File>) => {
  sha256Of(data, (done) => post({ kind: 'progress', done })).then(
    (sum) => post({ kind: 'sum', sum }),
    // The file was changed or taken away meanwhile, or may not be read.
    () => post({ kind: 'failed' }),
  )
})
