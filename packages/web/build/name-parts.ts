import type { Plugin } from 'vite'

/** Which groups of files (vite.config.ts) a screen is made of, by its address; `*` is every screen. */
const PARTS: Record<string, readonly string[]> = { '*': ['program', 'frame', 'list'], '/': ['backlog'] }

/**
 * Tells the page what its screen is made of (`<meta name="parts">`), so that all of it is asked for at once and not when the
 * program has begun and sees it missing. `public/first.js` asks, for only there it is known whether somebody is signed in.
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
