import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
