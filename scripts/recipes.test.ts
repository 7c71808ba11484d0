import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const project = join(import.meta.dirname, '..')
const recipes = readFileSync(join(project, 'docs/recipes.md'), 'utf8')
const PATH = /`((?:packages|prove|e2e|scripts|docs)\/[\w./-]+)`/g

test('every place named in the recipes exists', () => {
  const paths = [...recipes.matchAll(PATH)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(join(project, path)))).toEqual([])
})
