import type { Plugin } from 'vite'

/** The groups of files (vite.config.ts) each screen needs, by its address; `*` stands for every screen. */
const PARTS: Record<string, readonly string[]> = { '*': ['program', 'frame', 'list'], '/': ['backlog'] }

/**
 * Lists the files a screen needs in `<meta name="parts">`, so that they are all requested at once rather than when the
 * running program finds one missing. `public/first.js` requests them, because only the browser knows whether somebody
 * is signed in.
 */
export const nameParts = (): Plugin => ({
  name: 'name-parts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const files = Object.keys(bundle ?? {})
      const fileOf = (part: string) => {
        const file = files.find((name) => new RegExp(`/${part}-[^/]+\\.js$`).test(name))
        if (file === undefined) throw new Error(`No group of files is called ${part}`)
        return `/${file}`
      }
      const parts = Object.entries(PARTS).map(([address, names]) => [address, names.map(fileOf)])
      const content = JSON.stringify(Object.fromEntries(parts))
      return [{ tag: 'meta', attrs: { name: 'parts', content }, injectTo: 'head-prepend' }]
    },
  },
})
