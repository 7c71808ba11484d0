import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const LENGTH = 16

/**
 * Names the build by what is in it: a page says which it is of (`<meta name="build">`), and `/build.txt` which the server
 * has. A page that came out of a browser's store finds out so that it is of yesterday.
 */
export const nameBuild = (): Plugin => {
  let name = ''
  return {
    name: 'name-build',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        // Names of files hold the sums of what is in them.
        const files = Object.keys(bundle ?? {}).toSorted()
        name = createHash('sha256').update(files.join('\n')).update(html).digest('hex').slice(0, LENGTH)
        return [{ tag: 'meta', attrs: { name: 'build', content: name }, injectTo: 'head' }]
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
