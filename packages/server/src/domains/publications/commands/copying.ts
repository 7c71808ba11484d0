import type { Deps, Actor } from '../../../platform/call.ts'
import { asError } from '../../../platform/runtime/as-error.ts'
import type { Remote } from '../../../platform/external/ftp.ts'
import { NameTaken } from '../../../platform/external/ftp/naming.ts'
import type { JobKinds } from '../../../platform/jobs.ts'
import { whileTaken } from '../../../platform/lock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { portionsOf } from '../../../platform/portions.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import {
  concludeAttempt,
  isOfJob,
  lockFolders,
  sharedFolders,
  takenTargets,
  announceOfDelivery,
  writeCopied,
  writeNaming,
  writeTarget,
} from '../../deliveries/port.ts'
import { waitingCopy } from '../queries/copies.ts'
import { NO_LONGER_THEIRS, TAKEN_BACK } from '../policy.ts'
import { foldersOf, pathsInstead, plannedCopies, wishesOf, type ToCopy, type Wish } from '../rules/copies.ts'
import { copyTrouble } from '../rules/trouble.ts'
import { companyNames, insertCopies, type Published } from '../store.ts'

/** How often screens are notified of a copy's progress, in ms. */
const REPORT_EVERY = 1000

/** How often the paths are looked up: each time, those that turned out to be taken are left. */
const LOOKS = 5

/** How many copies are written by one statement: each stays far from its time limit, and other calls get their turns. */
const AT_ONCE = 500

/** Gives each copy a path that no other copy has. @param taken known paths in small letters; these are added */
async function withPaths(tx: Transaction, wishes: Wish[], taken: Set<string>) {
  let planned = plannedCopies(wishes, taken)
  for (let look = 0; look < LOOKS; look += 1) {
    const found = await takenTargets(
      tx,
      planned.map(({ target }) => target),
    )
    if (found.length === 0) break
    for (const target of found) taken.add(target.toLowerCase())
    planned = plannedCopies(wishes, taken)
  }
  for (const { target } of planned) taken.add(target.toLowerCase())
  return planned
}

/** Queues a copy of each file for each company it reaches, in the transaction that hands it over. */
export async function queueCopies(tx: Transaction, { deps }: Actor, of: Published, items: ToCopy[]): Promise<void> {
  if (!deps.remote) return
  const companies = new Set(items.flatMap((item) => item.companies))
  if (companies.size === 0) return
  await lockFolders(tx, [...companies])
  const named = await companyNames(tx)
  const folders = [...foldersOf(named)].map(([idcomp, folder]) => ({ idcomp, folder }))
  const shared = await sharedFolders(
    tx,
    folders.filter(({ idcomp }) => companies.has(idcomp)),
  )
  const taken = new Set<string>()
  for (const wishes of portionsOf(wishesOf(items, foldersOf(named, shared)), AT_ONCE)) {
    const ids = await insertCopies(tx, of, await withPaths(tx, wishes, taken))
    await deps.jobs.sendAll(
      tx,
      'copy',
      ids.map((delivery_id) => ({ delivery_id })),
    )
  }
}

/** Whether a copy may be made; asked again while it is sent, because a large file takes hours. */
function permissionFor(actor: Actor, id: number) {
  const stopping = new AbortController()
  const ask = async () => {
    const waiting = await waitingCopy.first(actor.deps.db, { id })
    const reason = waiting?.isWithdrawn ? TAKEN_BACK : waiting?.isTheirs === false ? NO_LONGER_THEIRS : null
    if (reason !== null) stopping.abort(new Error(reason))
    return waiting
  }
  return { ask, signal: stopping.signal }
}

type Permission = ReturnType<typeof permissionFor>

/**
 * Reports the progress of a copy to the screens and asks whether it may go on, from time to time; `settled` waits for
 * the last report.
 */
function progressOf(actor: Actor, id: number, { ask }: Permission) {
  let at = performance.now()
  let announcement = Promise.resolve()
  const emitChange = async (copied: number) => {
    await inTransaction(actor, async (tx) => {
      await writeCopied(tx, id, copied)
      await announceOfDelivery(tx, actor, id)
    })
    await ask()
  }
  const report = (copied: number) =>
    emitChange(copied).catch((error: unknown) =>
      actor.deps.log.warn({ err: error }, 'the progress of a copy was not reported'),
    )
  return {
    onProgress: (copied: number) => {
      if (performance.now() - at < REPORT_EVERY) return
      at = performance.now()
      announcement = announcement.then(() => report(copied))
    },
    settled: () => announcement,
  }
}

type Waiting = NonNullable<Awaited<ReturnType<typeof waitingCopy.first>>>

/** @returns what went wrong, undefined if the file was copied */
async function send(actor: Actor, remote: Remote, waiting: Waiting, may: Permission): Promise<Error | undefined> {
  const { id, target, size, sha256, storage_key, is_named: isNamed, repeated_at } = waiting
  const { onProgress, settled } = progressOf(actor, id, may)
  const open = (from: number) =>
    actor.deps.store.get(storage_key, ...(from > 0 ? [{ start: from, end: size - 1 }] : []))
  const temporary = `.vypusk-${id}-${sha256.slice(0, 16)}.part`
  const beforeNaming = async () => {
    await may.ask()
    if (!may.signal.aborted) await inTransaction(actor, (tx) => writeNaming(tx, id))
  }
  const known = { isNamed, isRepeated: repeated_at !== null, signal: may.signal }
  const failure = await remote
    .copy({ path: target.split('/'), temporary, size, open, onProgress, beforeNaming, ...known })
    .then(() => undefined, asError)
  await settled()
  return failure && may.signal.aborted ? asError(may.signal.reason) : failure
}

/** Gives a copy a free path beside the one that is taken on the server. @returns undefined if there is none */
const moved = (actor: Actor, { id, target, file_id, idcomp }: Waiting) =>
  inTransaction(actor, async (tx) => {
    if (file_id === null) return undefined
    if (idcomp !== null) await lockFolders(tx, [idcomp])
    const paths = pathsInstead({ target, file_id, id })
    const taken = new Set((await takenTargets(tx, paths)).map((path) => path.toLowerCase()))
    const free = paths.find((path) => !taken.has(path.toLowerCase()))
    if (free !== undefined) await writeTarget(tx, id, free)
    return free
  })

/** Sends a copy, under another name if somebody else's file has its own. */
async function sendFree(actor: Actor, remote: Remote, waiting: Waiting, may: Permission): Promise<Error | undefined> {
  const error = await send(actor, remote, waiting, may)
  if (!(error instanceof NameTaken)) return error
  const target = await moved(actor, waiting)
  return target === undefined ? error : send(actor, remote, { ...waiting, target, is_named: false }, may)
}

async function attempt(actor: Actor, remote: Remote, job: JobKinds['copy']): Promise<void> {
  const { delivery_id } = job
  const may = permissionFor(actor, delivery_id)
  const waiting = await may.ask()
  if (!waiting || !isOfJob(waiting, job)) return
  // Also when it may not be made: what earlier attempts have left of it is removed.
  const error = await sendFree(actor, remote, waiting, may)
  // The process is ending: this does not count as an attempt.
  if (error && remote.closed) throw error
  const again = await inTransaction(actor, async (tx) => {
    if (!error) await writeCopied(tx, delivery_id, waiting.size)
    // What may not be copied any more is nobody's to see to.
    const isOver = may.signal.aborted
    const failure = error && {
      error,
      reason: isOver ? error.message : copyTrouble(error),
      isFinal: isOver,
      isNeedless: isOver,
    }
    return concludeAttempt(tx, actor, waiting, failure)
  })
  if (again) throw again
}

/**
 * Makes one attempt at a copy. It continues where an earlier attempt broke off, and no two processes write one file.
 * @throws the error, if another attempt makes sense
 */
export async function copy(deps: Deps, job: JobKinds['copy']): Promise<void> {
  const { remote } = deps
  const { delivery_id } = job
  if (!remote) throw new Error('FTP_URL is not set: the copy waits until it is')
  const actor: Actor = { deps, person: NOBODY }
  const isDone = await whileTaken(deps.db, 'copy', delivery_id, () => attempt(actor, remote, job))
  if (!isDone) throw new Error(`copy ${delivery_id} is already being sent`)
}
