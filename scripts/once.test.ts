import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** What stands in one place stays there: a second one would sooner or later differ. */

const packages = join(import.meta.dirname, '../packages')
const sources = globSync('*/src/**/*.{ts,tsx}', { cwd: packages }).filter((path) => !path.includes('.test.'))
const read = (path: string) => readFileSync(join(packages, path), 'utf8')
const filesWith = (pattern: RegExp) => sources.filter((path) => pattern.test(read(path)))

test.each([
  ['plural forms', /Intl[.]PluralRules/],
  ['sizes', /'КБ', 'МБ'/],
])('%s are made in one place', (_what, pattern) => {
  expect(filesWith(pattern)).toEqual(['contract/src/amounts.ts'])
})

/** Endpoints of the contract that change something, by the names the browser calls them by: `releases.save`. */
function changing(): Set<string> {
  const contract = 'contract/src/'
  const modules = [...read(`${contract}index.ts`).matchAll(/export \* as (\w+) from '[.]\/(.+)'/g)]
  const endpointsOf = (path: string): string[] => [
    ...[...read(path).matchAll(/export const (\w+) = endpoint\(\{([\s\S]*?)\n\}\)/g)]
      .filter(([, , whole = '']) => !/^ {2}(method: 'GET'|reads: true)/m.test(whole))
      .map(([, name = '']) => name),
    // `releases` is made of several files.
    ...[...read(path).matchAll(/export \* from '[.]\/(.+)'/g)].flatMap(([, of = '']) =>
      endpointsOf(`${dirname(path)}/${of}`),
    ),
  ]
  return new Set(
    modules.flatMap(([, name, path = '']) =>
      endpointsOf(`${contract}${path}`).map((endpoint) => `${name}.${endpoint}`),
    ),
  )
}

test('the browser makes each change in one file, which every screen of it imports', () => {
  const changes = changing()
  expect(changes.size).toBeGreaterThan(100)
  const calls = sources
    .filter((path) => path.startsWith('web/') && !path.includes('/testing/'))
    .flatMap((path) => {
      const names = [...read(path).matchAll(/\bcall\(\s*(\w+[.]\w+)/g)].map(([, name = '']) => name)
      return [...new Set(names)].filter((name) => changes.has(name)).map((name) => ({ name, path }))
    })
  expect(calls.length).toBeGreaterThan(80)
  const twice = [...Map.groupBy(calls, ({ name }) => name).values()].filter((all) => all.length > 1)
  expect(twice.map((all) => [all[0]?.name, ...all.map(({ path }) => path)])).toEqual([])
})
