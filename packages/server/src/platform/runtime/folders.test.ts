import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, makePrivateFolder } from './folders.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'folders-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('creates missing parents too, and can do it again', async () => {
  const path = join(root, 'one', 'two', 'three')
  await Promise.all([makePrivateFolder(path), makePrivateFolder(path), makePrivateFolder(join(root, 'one', 'four'))])
  await makePrivateFolder(path)
  expect((await stat(path)).isDirectory()).toBe(true)
  expect((await stat(join(root, 'one'))).mode & 0o777).toBe(0o700)
})

test('fails where no folder can be created', async () => {
  await expect(makeFolder('/proc/nowhere/data')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('fails if there is a file in its place', async () => {
  const file = join(root, 'file')
  await writeFile(file, '')
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})
