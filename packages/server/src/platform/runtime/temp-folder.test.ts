import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearTempFolders, folderOfProcess, inTempFolder, keepFolder } from './temp-folder.ts'

test('a temporary folder is removed after its work, and so is what a killed process left a day ago', async () => {
  const [old, young] = ['vypusk-work-old', 'vypusk-work-young'].map((name) => join(tmpdir(), name))
  if (!old || !young) throw new Error('two folders')
  onTestFinished(async () => {
    for (const path of [old, young]) await rm(path, { recursive: true, force: true })
  })
  for (const path of [old, young]) {
    await mkdir(path)
    await writeFile(join(path, 'rows'), '')
  }
  const dayAgo = Date.now() / 1000 - 24 * 3600 - 60
  await utimes(old, dayAgo, dayAgo)
  const own = await inTempFolder(async (folder) => {
    expect(await readdir(tmpdir())).toEqual(expect.arrayContaining([basename(folder), basename(young)]))
    return basename(folder)
  })
  const left = await readdir(tmpdir())
  expect([own, basename(old), basename(young)].map((name) => left.includes(name))).toEqual([false, false, true])
})

test('the folder of a process that lives for days is kept, even if something else has removed it', async () => {
  const { path, remove } = folderOfProcess()
  await utimes(path, 0, 0)
  await keepFolder(path)
  await inTempFolder(async () => expect(await readdir(path)).toEqual([]))
  await rm(path, { recursive: true })
  await keepFolder(path)
  expect(await readdir(path)).toEqual([])
  remove()
  await expect(readdir(path)).rejects.toThrow('ENOENT')
})

test('what a killed process of this machine has left is removed at once, and nothing that others work with', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  const nameOf = (machine: string, pid: number) => `vypusk-work-${machine}.${pid}-Ab12Cd`
  // In a container the process that was killed had the same number.
  const left = [nameOf(hostname(), dead), nameOf(hostname(), process.pid)]
  const others = [nameOf(hostname(), process.ppid), nameOf('another.machine', dead)]
  for (const name of [...left, ...others]) await mkdir(join(tmpdir(), name))
  onTestFinished(async () => {
    for (const name of [...left, ...others]) await rm(join(tmpdir(), name), { recursive: true, force: true })
  })
  const { path, remove } = folderOfProcess()
  await inTempFolder(async (folder) => {
    await clearTempFolders()
    const names = await readdir(tmpdir())
    expect(names).toEqual(expect.arrayContaining([basename(folder), basename(path), ...others]))
    expect(names.filter((name) => left.includes(name))).toEqual([])
  })
  remove()
})
