import type { Actor, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { whileTaken } from '../../../platform/lock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { keepBytes } from '../../files/port.ts'
import { noteFetched, noteUnfetched, waitingFiles, type WaitingFile } from '../../requests/port.ts'
import { askAgainAt, attachmentPath } from '../rules.ts'
import { isStillRead, trackerBy, type TrackerRow } from '../store/trackers.ts'
import { redmineOf } from './reading.ts'
import { attachmentAt, CutShort, NotAllowed, NotThere, ownerOfKey, TrackerFailure, type Redmine } from './redmine.ts'
import '../events.ts'

/** Attachments of requests imported from a Redmine are fetched one after another (docs/decisions/0129). */

const AT_ONCE = 50
/** The longest run; the next one goes on. */
const LONGEST_LOOK_MS = 4 * 60_000
const NOT_REDMINES = 'Это не адрес вложения Redmine'

const NOT_STORED = 'Файл не удалось сохранить на сервере. Попытка повторится сама'

/** What a Redmine answers about one file. */
const OF_ONE = [NotAllowed, NotThere, CutShort]
/** From this status on a refusal is about the server, whose store may be full, and not about the file. */
const OF_SERVER = 500

/** Why a file could not be fetched, and whether the failure concerns all the others as well. */
interface Failure {
  sentence: string
  isOfAll: boolean
}

/** @returns false if the Redmine does not answer anything else either */
async function answersOtherwise(redmine: Redmine): Promise<boolean> {
  try {
    await ownerOfKey(redmine)
    return true
  } catch (error) {
    if (error instanceof TrackerFailure) return false
    throw error
  }
}

/**
 * Only what is known to be about the file itself is: whatever else fails, our own store above all, is no fault of it. A
 * Redmine that fails at one file, with a 500 or without an answer, and answers otherwise, fails because of the file.
 */
async function failureOf(redmine: Redmine, thrown: unknown): Promise<Failure> {
  if (thrown instanceof TrackerFailure) {
    const isOfOne = OF_ONE.some((kind) => thrown instanceof kind) || (await answersOtherwise(redmine))
    return { sentence: thrown.message, isOfAll: !isOfOne }
  }
  if (thrown instanceof Refusal) return { sentence: thrown.message, isOfAll: thrown.status >= OF_SERVER }
  return { sentence: NOT_STORED, isOfAll: true }
}

async function fetchOne(actor: Actor, redmine: Redmine, file: WaitingFile): Promise<void> {
  const path = attachmentPath(file.url)
  if (path === undefined) throw new NotThere(NOT_REDMINES)
  await keepBytes(actor, { name: file.name, size: file.size, bytes: () => attachmentAt(redmine, path) }, (tx, kept) =>
    noteFetched(tx, file.id, kept.id),
  )
}

/** @returns whether the file was fetched, or that the run has to end */
async function tryOne(actor: Actor, redmine: Redmine, file: WaitingFile): Promise<'kept' | 'failed' | 'ends'> {
  const { deps } = actor
  try {
    await fetchOne(actor, redmine, file)
    return 'kept'
  } catch (error) {
    const { sentence, isOfAll } = await failureOf(redmine, error)
    deps.log.warn({ err: error, file: file.id }, 'attachment not fetched')
    const again_at = askAgainAt(momentOf(deps.clock), file.tries)
    await noteUnfetched(deps.db, file.id, { failure: sentence, again_at, isTry: !isOfAll })
    return isOfAll ? 'ends' : 'failed'
  }
}

/** Fetches some files. @returns the requests that got files, and whether the run is over */
async function fetchSome(actor: Actor, redmine: Redmine, { source, isEnded }: Run) {
  const files = await waitingFiles(actor.deps.db, source, momentOf(actor.deps.clock), AT_ONCE)
  const came = new Set<number>()
  for (const file of files) {
    if (await isEnded()) return { came, isOver: true }
    const outcome = await tryOne(actor, redmine, file)
    if (outcome === 'kept') came.add(file.request_id)
    if (outcome === 'ends') return { came, isOver: true }
  }
  return { came, isOver: files.length < AT_ONCE }
}

/** One run over the files of a tracker. */
interface Run {
  source: string
  /** Whether no further file is to be fetched. */
  isEnded: () => Promise<boolean>
}

/** A run ends in time, with its process, and once its tracker is switched off, changed or deleted. */
function runOf({ db, jobs }: Deps, tracker: TrackerRow, source: string): Run {
  const ends = performance.now() + LONGEST_LOOK_MS
  const isEnded = async () => jobs.isResting() || performance.now() > ends || !(await isStillRead(db, tracker))
  return { source, isEnded }
}

/** Emits one event for all fetched files, on which open screens load their data again. */
const announceFiles = (actor: Actor, ids: number[]) =>
  inTransaction(actor, (tx) => {
    const data = { of: 'request' as const, ids }
    return emit(tx, actor, { kind: 'many_changed', entity: 'all', entity_id: 0, companies: null, data })
  })

/** Fetches the waiting files of one tracker within the time of a run; never in two processes at once. */
export async function fetchFiles(deps: Deps, tracker_id: number): Promise<void> {
  const actor = { deps, person: NOBODY }
  await whileTaken(deps.db, 'tracker_files', tracker_id, async () => {
    const tracker = await trackerBy(deps.db, tracker_id)
    if (!tracker?.is_active || tracker.source === null) return
    const redmine = await redmineOf(actor, tracker).catch((error: unknown) => {
      // The reading of its tasks reports this failure on the tracker's card.
      if (error instanceof TrackerFailure) return undefined
      throw error
    })
    if (!redmine) return
    const run = runOf(deps, tracker, tracker.source)
    for (let isOver = false; !isOver;) {
      const some = await fetchSome(actor, redmine, run)
      if (some.came.size > 0) await announceFiles(actor, [...some.came])
      isOver = some.isOver
    }
  })
}
