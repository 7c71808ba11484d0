import { randomUUID } from 'node:crypto'
import type { FileInfo } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { refusals, tooLarge } from '../policy.ts'
import { cleanName } from '../rules.ts'
import { insertFiles } from '../store/files.ts'
import { deleteUploads, insertUpload } from '../store/uploads.ts'
import { refusalOfStore } from './bytes.ts'
import { forget } from './files.ts'
import { storeBytes, type StoredFile } from './upload.ts'

interface Fetched {
  name: string
  /** In bytes; null if it is not known beforehand. */
  size: number | null
  /** Starts the download; called once the size is accepted. */
  bytes: () => Promise<AsyncIterable<Buffer>>
}

async function* atMost(bytes: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > limit) throw refuseWith(tooLarge(limit))
    yield chunk
  }
}

/**
 * Stores the bytes. Its row is written before the first byte: should this process die, the sweeping finds what was
 * stored.
 */
async function store(actor: Actor, storage_key: string, { name, size, bytes }: Fetched): Promise<StoredFile> {
  const { deps, person } = actor
  const limit = deps.settings.uploadLimit
  if (size !== null && size > limit) throw refuseWith(tooLarge(limit))
  const coming = await bytes()
  const at = momentOf(deps.clock)
  const row = { storage_key, user_id: person.id || null, file_name: 'files/uploads', created_at: at, updated_at: at }
  await inTransaction(actor, (tx) => insertUpload(tx, row))
  try {
    const stored = await storeBytes(deps, storage_key, atMost(coming, limit))
    if (size !== null && stored.size !== size) throw refuseWith(refusals.incomplete)
    return { ...stored, file_name: cleanName(name), version: '' }
  } catch (error) {
    throw refusalOfStore(error) ?? error
  }
}

/**
 * Creates a file from bytes that the product fetches itself; no transaction is open until they are stored.
 * @param attach attaches the file; returns false if that was done before, and then the file is not kept
 * @throws Refusal too_large, store_full, incomplete; and whatever reading the bytes throws
 */
export async function keepBytes(
  actor: Actor,
  fetched: Fetched,
  attach: (tx: Transaction, file: FileInfo) => Promise<boolean>,
): Promise<void> {
  const storage_key = randomUUID()
  let isKept = false
  try {
    const stored = await store(actor, storage_key, fetched)
    await inTransaction(actor, async (tx) => {
      await deleteUploads(tx, [storage_key])
      const row = { ...stored, uploaded: momentOf(actor.deps.clock), uploaded_by: actor.person.id || null }
      const [file] = await insertFiles(tx, [row])
      if (!file || !(await attach(tx, file))) throw refuseWith(refusals.attached_before)
    })
    isKept = true
  } finally {
    if (!isKept) await forget(actor, [storage_key])
  }
}
