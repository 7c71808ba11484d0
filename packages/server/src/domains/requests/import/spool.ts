import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Items on disk, read back part by part as often as needed: a file of any length takes the memory of one part. */
export interface Spool<Item> {
  count: number
  parts: () => AsyncGenerator<Item[]>
}

/**
 * Keeps in a folder what comes, each part in a file of its own.
 * @param name of what is kept, once a folder
 */
export async function spool<Item>(folder: string, name: string, items: AsyncIterable<Item[]>): Promise<Spool<Item>> {
  const pathOf = (part: number) => join(folder, `${name}-${part}.json`)
  let [kept, count] = [0, 0]
  for await (const some of items) {
    await writeFile(pathOf(kept), JSON.stringify(some))
    kept += 1
    count += some.length
  }
  async function* read() {
    // Written above only.
    for (let part = 0; part < kept; part += 1) yield JSON.parse(await readFile(pathOf(part), 'utf8')) as Item[]
  }
  return { count, parts: read }
}
