import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { advisoryLocks } from './advisory-locks.ts'
import { projectRoot } from '../runtime/places.ts'

const source = join(projectRoot, 'packages/server/src')

test('every advisory lock has a number of its own', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.every(Number.isSafeInteger)).toBe(true)
})

test('whoever takes an advisory lock has its number from the list, or names it by a text', () => {
  const takers = globSync('**/*.ts', { cwd: source }).filter(
    (path) => !path.endsWith('.test.ts') && /pg_(?:try_)?advisory_/.test(readFileSync(join(source, path), 'utf8')),
  )
  expect(takers.length).toBeGreaterThan(5)
  const known = /advisory-locks\.ts'|hashtext\(/
  expect(takers.filter((path) => !known.test(readFileSync(join(source, path), 'utf8')))).toEqual([])
})
