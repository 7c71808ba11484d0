import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { FileStore } from '../platform/external/file-store.ts'
import { BESIDE, noteFile, noteHandle } from './restore-schema.ts'
import type { Manifest } from './manifest.ts'
import { readOn, type Visitor } from './read.ts'
import type { NamedFile } from './rows.ts'
import { advanceSequences, columnList, dropConstraints, quoted } from './schema.ts'

/** Until the end of the transaction, names without a schema refer to the prepared tables. */
const LOOK_BESIDE = `select set_config('search_path', '${BESIDE}, ' || current_setting('search_path'), true)`

async function hashOf(bytes: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}

/** Whether the store already has exactly these bytes: the system to be replaced may be the one that was copied. */
async function isStored(store: FileStore, { key, size, sha256 }: NamedFile): Promise<boolean> {
  const found = await store.stat(key)
  return found?.size === size && (await hashOf(store.get(key))) === sha256
}

/** Fills the prepared empty tables in one transaction, and adds the files that the store does not have. */
export function loading(client: Client, store: FileStore, onRows: () => Promise<void>): Visitor {
  let restoreConstraints = async () => {}
  let names: string[] = []
  return {
    async manifest({ tables }: Manifest) {
      await client.query('begin')
      await client.query(LOOK_BESIDE)
      restoreConstraints = await dropConstraints(client)
      // The effects of triggers are already in the copy.
      for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
      names = tables.map(({ name }) => name)
      await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    },
    async table(name, columns, bytes) {
      await pipeline(bytes, client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`)))
    },
    async rowsEnd() {
      for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`)
      await restoreConstraints()
      await advanceSequences(client)
      await client.query('commit')
      await onRows()
    },
    async file(key, named, bytes: Readable) {
      if (named && (await isStored(store, named))) {
        await readOn(bytes)
      } else {
        if (!(await store.stat(key))) await noteFile(client, key)
        await store.put(key, bytes, async (handle) => void (await noteHandle(client, key, handle)))
      }
    },
  }
}
