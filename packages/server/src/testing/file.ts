import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTempFolder } from '../platform/runtime/temp-folder.ts'

/** Runs work with the path of a temporary file that has this content. */
export const withFile = <Result>(content: string | Uint8Array, run: (path: string) => Promise<Result>) =>
  inTempFolder(async (folder) => {
    const path = join(folder, 'file')
    await writeFile(path, content)
    return run(path)
  })
