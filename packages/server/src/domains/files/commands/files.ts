import type { FileInfo, files } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { newSecret, secretHash } from '../../../platform/credentials/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { mustBeSignedIn } from '../../auth/port.ts'
import { LINK_MS, refusals, type Amount } from '../policy.ts'
import { fileToServe } from '../queries.ts'
import { lengthOf } from '../rules.ts'
import {
  insertFiles,
  insertLink,
  lockOwnFiles,
  logDownload,
  logSent,
  markDeleted,
  publicationsWith,
  usesOf,
} from '../store/files.ts'
import { deleteUploads, giveUp, insertUpload } from '../store/uploads.ts'
import { admit } from './admitting.ts'
import { discard, dropBytes } from './bytes.ts'
import { receive, type Limits, type Note, type StoredFile } from './upload.ts'

/** The person who sends files, and how much they may send. */
interface Taking extends Pick<Call, 'request' | 'deps' | 'person'> {
  limits?: Limits
  /** Called for each file before it is stored and for all of them at the end. @throws Refusal */
  admit: (tx: Transaction, more: Amount) => Promise<void>
  /** Runs the transaction that creates the files. */
  inOne: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /** Stores what else belongs to the files. */
  keep?: (tx: Transaction, kept: FileInfo[]) => Promise<void>
}

/** Writes a row for what is about to be stored, so that the sweeping finds it should this process die. */
const noting =
  ({ deps, person, request, admit: ask }: Taking, stored: string[]): Note =>
  async (storage_key) => {
    stored.push(storage_key)
    const at = momentOf(deps.clock)
    const row = { storage_key, user_id: person.id || null, file_name: 'files/uploads', created_at: at, updated_at: at }
    // The length of the whole body: it is refused before it is sent. A body of unknown length is checked at its end.
    const bytes = lengthOf(request.headers['content-length']) ?? 0
    await inTransaction({ deps, person }, async (tx) => {
      await ask(tx, { files: 1, bytes })
      await insertUpload(tx, row)
    })
  }

/**
 * Deletes what was stored and did not become a file. The rows decide which those are, not how the call ended: a commit
 * whose answer was lost has still been made.
 */
export async function forget(actor: Actor, keys: string[]) {
  if (keys.length === 0) return
  const { deps } = actor
  try {
    const left = await inTransaction({ deps, person: actor.person }, (tx) => giveUp(tx, keys, momentOf(deps.clock)))
    await discard(deps, left)
  } catch (error) {
    deps.log.error({ err: error, keys }, 'uploads left to the periodic clean-up')
  }
}

async function keepReceived(taking: Taking, received: StoredFile[]) {
  const { deps, person, admit: ask, keep } = taking
  const row = { uploaded: momentOf(deps.clock), uploaded_by: person.id || null }
  return taking.inOne(async (tx) => {
    await deleteUploads(
      tx,
      received.map(({ storage_key }) => storage_key),
    )
    await ask(tx, { files: received.length, bytes: received.reduce((sum, { size }) => sum + size, 0) })
    const files = await insertFiles(
      tx,
      received.map((file) => ({ ...file, ...row })),
    )
    await keep?.(tx, files)
    return { message: 'Success', files }
  })
}

/** Stores the files of a call. If anything fails, or if the call is a repeated one, nothing of it is kept. */
export async function takeIn(taking: Taking) {
  const stored: string[] = []
  const kept = new Set<string>()
  try {
    const received = await receive(taking.request, taking.deps, noting(taking, stored), taking.limits)
    if (received.length === 0) throw refuseWith(refusals.no_files)
    const reply = await keepReceived(taking, received)
    for (const { storage_key } of received) kept.add(storage_key)
    return reply
  } finally {
    // Also after a success: a form in which no file was chosen sends an empty one.
    await forget(
      taking,
      stored.filter((key) => !kept.has(key)),
    )
  }
}

/** Uploads files of a signed-in person. */
export const uploadFiles = (call: Call<typeof files.uploadFiles>) => {
  const { request, deps, person } = call
  return takeIn({
    request,
    deps,
    person,
    admit: (tx, more) => admit(tx, call, more),
    inOne: (work) => inTransaction(call, work),
  })
}

/** Deletes the caller's own unused files, either all that are named or none. */
export async function deleteFiles(call: Call<typeof files.deleteFiles>) {
  const { deps, body } = call
  const keys = await inTransaction(call, async (tx) => {
    const rows = await unusedOwn(tx, call)
    const found = new Set(rows.map(({ file_name }) => file_name))
    const left = body.filenames.filter((name) => !found.has(name))
    if (left.length > 0) throw refuseWith(refusals.not_removable, { errors: { filenames: left } })
    await markDeleted(
      tx,
      rows.map(({ id }) => id),
      momentOf(deps.clock),
    )
    return rows.map(({ storage_key }) => storage_key)
  })
  await dropBytes(deps, keys)
  return { message: 'Success' }
}

async function unusedOwn(tx: Transaction, { body, person }: Call<typeof files.deleteFiles>) {
  const own = await lockOwnFiles(tx, person.id, body.filenames)
  const named = body.ids ? own.filter(({ id }) => body.ids?.includes(id)) : own
  if (named.length === 0) return []
  const uses = await usesOf(
    tx,
    named.map(({ id }) => id),
  )
  const used = new Set(uses.map(({ file_id }) => file_id))
  return named.filter(({ id }) => !used.has(id))
}

/** Creates an address for a browser that saves straight to disk and cannot send a header. */
export async function linkFile(call: Call<typeof files.linkFile>) {
  const { deps, person, params } = call
  const file = await fileToServe(deps.db, person, params.id)
  const token = newSecret()
  const now = deps.clock.now()
  const expires_at = new Date(now.getTime() + LINK_MS).toISOString()
  const row = { token_hash: secretHash(token), file_id: file.id, user_id: person.id, expires_at }
  await inTransaction(call, async (tx) => {
    await mustBeSignedIn(tx, call)
    await insertLink(tx, row)
  })
  return { url: `/api/files/${file.id}/saved?token=${token}` }
}

/** Logs that a person downloads a file, from a byte on. */
export const noteDownload = (actor: Actor, part: { file_id: number; first_byte: number }) =>
  inTransaction(actor, (tx) => {
    const { id: user_id, idcomp } = actor.person
    return logDownload(tx, { ...part, user_id, idcomp, at: momentOf(actor.deps.clock) })
  })

interface Fetched {
  /** The id in the log of downloads. */
  entry: number
  file_id: number
  /** In bytes. */
  sent: number
}

/** Logs how much of a file was sent, and notifies staff who have its publication open. */
export const noteSent = (actor: Actor, { entry, file_id, sent }: Fetched) =>
  inTransaction(actor, async (tx) => {
    await logSent(tx, entry, sent)
    for (const { publication_id } of await publicationsWith(tx, file_id)) {
      const publication = { entity: 'publication' as const, entity_id: publication_id, companies: [], data: {} }
      await emit(tx, actor, { kind: 'changed', ...publication })
    }
  })
