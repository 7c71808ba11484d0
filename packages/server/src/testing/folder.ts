import { mkdtempSync, rmSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  made.delete(path)
}

/** Removes all temporary folders of this process that are still there; for its exit, after which nothing makes another. */
export const removeFolders = (): void => made.forEach((path) => rmSync(path, { recursive: true, force: true }))

/** Creates a temporary folder that the database's own user can enter when root runs the tests. */
export async function temporaryFolder(name: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = mkdtempSync(join(tmpdir(), `vypusk-${name}-`))
  made.add(path)
  await chmod(path, 0o711)
  return { path, remove: () => removeFolder(path) }
}
