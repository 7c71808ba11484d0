import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../packages/server/src/testing/folder.ts'

interface Machine {
  env: Record<string, string>
  memory: string
  room: number
}
const { groundOf }: { groundOf: (machine: Machine) => string } = await import(
  new URL('guard.mjs', import.meta.url).href
)

test('a run is in memory if there is enough space, and in TMPDIR if that is set', async () => {
  const { path: roomy, remove } = await temporaryFolder('ground')
  expect(groundOf({ env: {}, memory: roomy, room: 1 })).toBe(roomy)
  expect(groundOf({ env: {}, memory: roomy, room: Infinity })).toBe(tmpdir())
  expect(groundOf({ env: {}, memory: `${roomy}/none`, room: 1 })).toBe(tmpdir())
  expect(groundOf({ env: { TMPDIR: tmpdir() }, memory: roomy, room: 1 })).toBe(tmpdir())
  await remove()
})
