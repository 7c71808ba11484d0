import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { paths } from '../src/paths.ts'

/** What an address begins with where it is a screen's. */
const SCREENS = [...new Set(Object.values(paths).map((path) => path.split('/')[1]))]

/** /sw.js: the worker that keeps the page, told which addresses are screens. */
export const keepPage = (): Plugin => ({
  name: 'keep-page',
  apply: 'build',
  generateBundle() {
    const worker = readFileSync(join(import.meta.dirname, 'kept-page.worker.js'), 'utf8')
    const source = worker.replace('new Set([])', () => `new Set(${JSON.stringify(SCREENS)})`)
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
})
