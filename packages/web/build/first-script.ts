import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync } from 'vite'
import type { Plugin } from 'vite'

const SOURCE = join(import.meta.dirname, '../first.js')
const MADE = /assets\/first-[^/]+\.js$/

/**
 * Gives first.js a name with the hash of its content, so that browsers keep it like the other files: everything waits
 * for it, and by the name `/first.js` it was checked with the server at every visit.
 */
export const firstScript = (): Plugin => ({
  name: 'first-script',
  apply: 'build',
  buildStart() {
    const { code } = minifySync('first.js', readFileSync(SOURCE, 'utf8'))
    this.emitFile({ type: 'asset', name: 'first.js', source: code })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const file = Object.keys(bundle ?? {}).find((name) => MADE.test(name))
      if (file === undefined) throw new Error('first.js is not among the files')
      return html.replace('/first.js', `/${file}`)
    },
  },
})
