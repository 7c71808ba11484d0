import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { paths } from '../src/paths.ts'

/** The first path segments of all screens' addresses. */
const SCREENS = [...new Set(Object.values(paths).map((path) => path.split('/')[1]))]

/** Emits /sw.js, the service worker that caches the page. The list of screens' addresses is written into it. */
export const keepPage = (): Plugin => ({
  name: 'keep-page',
  apply: 'build',
  generateBundle() {
    const worker = readFileSync(join(import.meta.dirname, 'kept-page.worker.js'), 'utf8')
    const source = worker.replace('new Set([])', () => `new Set(${JSON.stringify(SCREENS)})`)
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
})
