import type { Db, Deps } from '../../../platform/call.ts'
import { spreadFiles } from '../queries.ts'

/** How many files are looked for in the store. */
const LOOKED_AT = 20

/** In Russian. */
const sentenceOf = (missing: number, all: number) =>
  `Хранилище не то: файлов системы проверено ${all}, в нём нет ${missing}. Подключите прежнюю папку ` +
  'или верните прежний S3_URL; в другое хранилище файлы переносят копией: npm run backup, затем npm run restore'

/**
 * Whether the files of the system are in the store at all: its folder may not be mounted, or the settings may name
 * another store, which takes new files as well as the right one would.
 * @returns what to do about it; null if most of them are there
 */
export async function otherStore({ db, store }: { db: Db } & Pick<Deps, 'store'>): Promise<string | null> {
  const files = await spreadFiles.all(db, { most: LOOKED_AT })
  const found = await Promise.all(files.map(({ storage_key }) => store.stat(storage_key)))
  const missing = found.filter((one) => one === undefined).length
  return missing > files.length / 2 ? sentenceOf(missing, files.length) : null
}
