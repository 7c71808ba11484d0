import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOTICES, noticesOf } from './notices.ts'

const root = join(import.meta.dirname, '..')

test('the notices are those of the distributed packages: npm run notices', () => {
  const notices = noticesOf(root)
  expect(readFileSync(join(root, NOTICES), 'utf8')).toBe(notices)
  const rows = [...notices.matchAll(/^\| (\S+) \| (\d[\d.a-z-]*) \| (.+) \|$/gm)]
  expect(rows.map(([, name]) => name)).toEqual(expect.arrayContaining(['fastify', 'react', 'zod', 'ssh2']))
  expect(rows.map(([, name]) => name)).not.toContain('vitest')
  // No distributed package has a licence that requires more than a notice; one package does not name a licence.
  const mild = /\b(MIT|MIT-0|ISC|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|0BSD|Unlicense|OFL-1\.1)\b/
  const others = rows.filter(([, , , licence = '']) => !mild.test(licence))
  expect(others.map(([, name]) => name)).toEqual(['combine-errors'])
})
