import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rooms } from './lint/rooms.mjs'

/** Commands of endpoints say what they do and what they refuse; whoever calls them from elsewhere has to know. */

const domains = join(import.meta.dirname, '../packages/server/src/domains')
const read = (path: string) => readFileSync(join(domains, path), 'utf8')

/** Names that a room's routes mount directly, or in a wrapper. */
const mountedIn = (room: string) =>
  new Set([...read(`${room}/routes.ts`).matchAll(/mount\(\s*[\w.]+,\s*(?:\w+\()?(\w+)/g)].map(([, name = '']) => name))

const EXPORTED = /^(.*)\nexport (?:async function|function|const) (\w+)/gm

test('every command of an endpoint has a docstring', () => {
  const commands = rooms
    .filter((room) => existsSync(join(domains, room, 'routes.ts')))
    .flatMap((room) => {
      const mounted = mountedIn(room)
      return globSync(`${room}/commands{.ts,/**/*.ts}`, { cwd: domains }).flatMap((path) =>
        [...read(path).matchAll(EXPORTED)]
          .filter(([, , name = '']) => mounted.has(name))
          .map(([, before = '', name]) => ({ name: `${path}: ${name}`, isDocumented: before.endsWith('*/') })),
      )
    })
  expect(commands.length).toBeGreaterThan(100)
  expect(commands.filter(({ isDocumented }) => !isDocumented).map(({ name }) => name)).toEqual([])
})
