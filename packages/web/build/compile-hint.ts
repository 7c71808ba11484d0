import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** The files whose functions the first screens nearly all call. */
const RUN_AT_ONCE = new Set(['index', 'program', 'frame', 'backlog'])

/** V8 heeds it for the functions after it only, and Vite writes a list of files before what any hook may add. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Has the functions of the first files compiled while these are fetched, beside the page's own thread, and kept compiled
 * by the browser. Otherwise each is compiled when it is first called, at every visit, while the screen is drawn
 * (docs/decisions/0184).
 */
export const compileHint = (): Plugin => ({
  name: 'compile-hint',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const marked = Object.values(bundle)
      .filter((file) => file.type === 'chunk')
      .filter(({ name }) => RUN_AT_ONCE.has(name))
    if (marked.length !== RUN_AT_ONCE.size) throw new Error('not all the files of the first screens are there')
    for (const { fileName, code } of marked) {
      const text = HINT + code
      await writeFile(join(dir, fileName), text)
      await writeFile(join(dir, `${fileName}.br`), brotliCompressSync(text))
      await writeFile(join(dir, `${fileName}.gz`), gzipSync(text))
    }
  },
})
