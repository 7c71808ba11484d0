import { auth } from '@vypusk/contract'
import type { Plugin } from 'vite'

/** The groups of files (vite.config.ts) each screen needs, by its address; `*` stands for every screen. */
const PARTS: Record<string, readonly string[]> = { '*': ['program', 'frame'], '/': ['backlog'] }

/** Calls that leave as one, in the name of a signed-in person. */
const TOGETHER = `/api${auth.getFirstReads.path}`
const together = auth.FIRST_READS.map((path) => `/api${path}`)

/** A call as the program makes it: method, address and body. */
type Call = readonly [method: 'GET' | 'POST', address: string, body?: object]

/**
 * The calls each screen makes first, by its address, `sign-in` for the sign-in page; those of every screen leave together
 * (TOGETHER). The program takes over only the answer to exactly the call it makes (src/api/early.ts); when the two
 * differ, the call is made twice and e2e/first-calls.systems.spec.ts fails.
 */
const CALLS: Record<string, readonly Call[]> = {
  '/': [
    ['POST', '/api/backlog/get-summary', { page: 1, per_page: 50, order_by: 'id', isDesc: true, isBounded: true }],
    ['GET', '/api/backlog/get-filters'],
  ],
  '/clientRequests': [
    ['POST', '/api/tickets/get-tickets', { page: 1, per_page: 50, order_by: 'id', isDesc: true, isBounded: true }],
    ['GET', '/api/tickets/get-filters'],
  ],
  'sign-in': [['GET', '/api/auth/entrance']],
}

/**
 * Lists the files and calls a screen needs in `<meta>` elements (`parts`, `calls`, `together`), so that all of them are
 * requested at once rather than when the running program finds one missing. `first.js` requests them, because only the
 * browser knows whether somebody is signed in.
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
      const contents = { parts: Object.fromEntries(parts), calls: CALLS, together: { [TOGETHER]: together } }
      return Object.entries(contents).map(([name, content]) => ({
        tag: 'meta',
        attrs: { name, content: JSON.stringify(content) },
        injectTo: 'head-prepend',
      }))
    },
  },
})
