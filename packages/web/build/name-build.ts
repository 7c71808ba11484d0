import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const LENGTH = 16

/**
 * Names the build by a hash of its contents. The page carries the name in `<meta name="build">`, and `/build.txt` says
 * which build the server has; comparing the two shows when a page that came out of the browser's cache is outdated.
 */
export const nameBuild = (): Plugin => {
  let name = ''
  return {
    name: 'name-build',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        // File names contain the hashes of their contents.
        const files = Object.keys(bundle ?? {}).toSorted()
        name = createHash('sha256').update(files.join('\n')).update(html).digest('hex').slice(0, LENGTH)
        return [{ tag: 'meta', attrs: { name: 'build', content: name }, injectTo: 'head-prepend' }]
      },
    },
    generateBundle: {
      order: 'post',
      handler() {
        this.emitFile({ type: 'asset', fileName: 'build.txt', source: name })
      },
    },
  }
}
