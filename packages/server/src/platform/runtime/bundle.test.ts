import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { freshBundle, sourcesHash, stampBundle } from './bundle.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const write = (path: string, text: string) => {
  const file = join(folder.path, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const entry = () => freshBundle(folder.path)
const bundled = () => stampBundle(sourcesHash(folder.path), folder.path)

beforeEach(async () => {
  folder = await temporaryFolder('bundle')
  write('packages/server/src/domains/one.ts', 'export const one = 1')
  write('packages/contract/src/two.ts', 'export const two = 2')
  write('packages/server/vite.config.ts', 'export default {}')
  write('package-lock.json', '{}')
  write('packages/server/dist/start.js', 'one, two')
})
afterEach(() => folder.remove())

test('only a bundle of the present sources is run', () => {
  expect(entry()).toBeUndefined()
  bundled()
  expect(entry()).toBe(join(folder.path, 'packages/server/dist/start.js'))
})

test.each([
  ['changed', () => write('packages/server/src/domains/one.ts', 'export const one = 3')],
  ['added', () => write('packages/contract/src/three.ts', 'export {}')],
  ['removed', () => rmSync(join(folder.path, 'packages/contract/src/two.ts'))],
  ['of a package', () => write('package-lock.json', '{ "lockfileVersion": 3 }')],
])('a source that was %s makes it old', (_, change) => {
  bundled()
  change()
  expect(entry()).toBeUndefined()
})

test('a changed test leaves it as it is', () => {
  bundled()
  write('packages/server/src/domains/one.test.ts', 'test')
  expect(entry()).toBeDefined()
})
