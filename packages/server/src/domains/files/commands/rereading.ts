import { PIECE_BYTES } from '../../../platform/external/file-store/pieces.ts'
import type { Db, Deps } from '../../../platform/call.ts'
import { storedAfter } from '../queries.ts'
import { readBack } from './proving.ts'

/** A stored file that is not what it should be. */
export interface DamagedFile {
  id: number
  file_name: string
  /** In bytes. */
  size: number
  /** In Russian. */
  fault: string
}

const AT_ONCE = 200

/** The number of the first piece that repeats the one before it, counted from 1; undefined if none does. */
function repeatedIn(size: number, digests: string[]): number | undefined {
  const full = digests.slice(0, Math.floor(size / PIECE_BYTES))
  const place = full.findIndex((digest, n) => n > 0 && digest === full[n - 1])
  return place > 0 ? place + 1 : undefined
}

interface Row {
  storage_key: string
  size: number
  sha256: string
}

/** What is wrong with the stored bytes, in Russian; undefined if nothing is. */
async function faultOf({ store }: Pick<Deps, 'store'>, { storage_key, size, sha256 }: Row) {
  if (!(await store.stat(storage_key))) return 'байтов в хранилище нет'
  const stored = await readBack(store.get(storage_key))
  if (stored.sha256 !== sha256) return 'в хранилище не те байты, которые были приняты'
  const repeated = repeatedIn(size, stored.digests)
  return repeated && `часть ${repeated} по 8 МБ повторяет предыдущую: сверьте файл с исходным`
}

/**
 * Reads every stored file and finds those that are missing, changed since they were accepted, or have a piece twice: a
 * former version could store one again in place of the next one when the database was interrupted.
 */
export async function* damagedFiles(deps: { db: Db } & Pick<Deps, 'store'>): AsyncGenerator<DamagedFile> {
  let id = 0
  for (let page = await storedAfter.all(deps.db, { id, limit: AT_ONCE }); page.length > 0;) {
    for (const file of page) {
      const fault = await faultOf(deps, file)
      if (fault) yield { id: file.id, file_name: file.file_name, size: file.size, fault }
      ;({ id } = file)
    }
    page = await storedAfter.all(deps.db, { id, limit: AT_ONCE })
  }
}
