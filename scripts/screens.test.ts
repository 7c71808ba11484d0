import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pictured } from '../e2e/agreement-states.ts'
import { excepted, screens } from '../e2e/screens.ts'
import { paths } from '../packages/web/src/paths.ts'

const docs = join(import.meta.dirname, '../docs')
const text = readFileSync(join(docs, 'screens.md'), 'utf8')

test('every path of the product has a picture or a reason for having none', () => {
  const shown = new Set<string>(screens.map(({ path }) => path))
  const known = new Set([...shown, ...Object.keys(excepted)])
  expect(Object.keys(paths).filter((path) => !known.has(path))).toEqual([])
  expect(Object.keys(excepted).filter((path) => shown.has(path))).toEqual([])
})

test('every picture exists and is in docs/screens.md, and no other is', () => {
  const names = screens.flatMap(({ name, phone }) => [name, ...(phone ? [`${name}-phone`] : [])])
  const wanted = [...names, 'finding'].map((name) => `pictures/${name}.webp`)
  const referenced = [...text.matchAll(/\]\((pictures\/[^)]+)\)/g)].map(([, path]) => path)
  expect(new Set(referenced)).toEqual(new Set(wanted))
  expect(wanted.filter((path) => !existsSync(join(docs, path)))).toEqual([])
})

test('every state of an agreement has its pictures, at desktop and phone size, and is in docs/agreement-states.md', () => {
  const shown = readFileSync(join(docs, 'agreement-states.md'), 'utf8')
  const wanted = pictured.flatMap((name) => [`pictures/${name}.webp`, `pictures/${name}-phone.webp`])
  const referenced = [...shown.matchAll(/\]\((pictures\/[^)]+)\)/g)].map(([, path]) => path)
  expect(new Set(referenced)).toEqual(new Set(wanted))
  expect(wanted.filter((path) => !existsSync(join(docs, path)))).toEqual([])
})
