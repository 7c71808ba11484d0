import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Items on disk, read back in parts as often as needed: a file of any length needs the memory of one part. */
export interface Spool<Item> {
  count: number
  /** The number of parts. */
  kept: number
  parts: () => AsyncGenerator<Item[]>
}

/**
 * Stores items in a folder, each part in a file of its own.
 * @param name unique in the folder
 */
export async function spool<Item>(folder: string, name: string, items: AsyncIterable<Item[]>): Promise<Spool<Item>> {
  let [kept, count] = [0, 0]
  for await (const some of items) {
    await writeFile(pathOf(folder, name, kept), JSON.stringify(some))
    kept += 1
    count += some.length
  }
  return spooled(folder, name, { kept, count })
}

const pathOf = (folder: string, name: string, part: number) => join(folder, `${name}-${part}.json`)

/** Items that were stored in a folder, perhaps by another thread. */
export function spooled<Item>(folder: string, name: string, { kept, count }: Pick<Spool<Item>, 'kept' | 'count'>) {
  async function* parts() {
    for (let part = 0; part < kept; part += 1) {
      // Written by `spool` only.
      yield JSON.parse(await readFile(pathOf(folder, name, part), 'utf8')) as Item[]
    }
  }
  return { kept, count, parts }
}
