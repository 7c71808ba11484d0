import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTempFolder } from '../platform/temp-folder.ts'

/** Gives the work the path of a file with this in it, as long as it runs. */
export const withFile = <Result>(content: string | Uint8Array, run: (path: string) => Promise<Result>) =>
  inTempFolder(async (folder) => {
    const path = join(folder, 'file')
    await writeFile(path, content)
    return run(path)
  })
