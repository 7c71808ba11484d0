import type { Actor, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { whileTaken } from '../../../platform/lock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { sealingOf } from '../../auth/port.ts'
import { takeIssues } from '../../requests/port.ts'
import { taskOf, timesToRead } from '../rules.ts'
import {
  livingTrackers,
  noteReading,
  noteTrackerFailure,
  trackerBy,
  type ReadTo,
  type TrackerRow,
} from '../store/trackers.ts'
import { changedIssues, sweptIssues } from './changes.ts'
import { TrackerFailure, type Redmine } from './redmine.ts'
import '../events.ts'

const SEALED_OTHERWISE = 'Ключ не открыть: система восстановлена без своего SECRETS_KEY. Введите ключ заново'

/** The address and key of a tracker. @throws TrackerFailure if the key cannot be decrypted */
export async function redmineOf(
  { deps }: Actor,
  { url, sealed_key }: Pick<TrackerRow, 'url' | 'sealed_key'>,
): Promise<Redmine> {
  const key = await inTransaction({ deps, person: NOBODY }, async (tx) =>
    (await sealingOf(tx, deps.settings)).open(sealed_key),
  )
  if (key === undefined) throw new TrackerFailure(SEALED_OTHERWISE)
  return { url, key, toPrivate: deps.settings.webhooksToPrivate }
}

/** How far a run has read: each of its parts may have changes read again from an earlier moment. */
function furthestBack(changed: ReadTo, swept: ReadTo): ReadTo {
  const [updated_on] = [changed.updated_on, swept.updated_on].filter((one) => one !== undefined).toSorted()
  return { ...changed, ...swept, ...(updated_on !== undefined && { updated_on }) }
}

/**
 * Reads what is new in a tracker, and from time to time what may have changed without a trace. @returns false when the
 * tracker was changed meanwhile, and nothing was stored
 */
async function readChanges(actor: Actor, tracker: TrackerRow): Promise<boolean> {
  const { deps } = actor
  const redmine = await redmineOf(actor, tracker)
  const now = momentOf(deps.clock)
  const changed = await changedIssues(redmine, tracker.read_to)
  const swept = await sweptIssues(deps, redmine, tracker)
  const issues = [...changed.issues, ...swept.issues].map((issue) => taskOf(issue, tracker))
  // If a task was read twice, the last reading counts.
  const once = [...new Map(issues.map((issue) => [issue.key, issue])).values()]
  return inTransaction(actor, async (tx) => {
    const isCurrent = await noteReading(tx, tracker, {
      read_to: furthestBack(changed.read_to, swept.read_to),
      ...(changed.isWhole && swept.read_to.updated_on === undefined && { read_at: now }),
      ...(swept.isDone && { swept_at: now }),
    })
    if (isCurrent)
      await takeIssues(tx, actor, {
        tracker: tracker.name,
        source: tracker.source,
        issues: once,
        gone: swept.gone,
        hidden: swept.hidden,
      })
    return isCurrent
  })
}

/** @returns false when the tracker was changed meanwhile and has to be read again */
async function readOnce(deps: Deps, tracker_id: number): Promise<boolean> {
  const tracker = await trackerBy(deps.db, tracker_id)
  if (!tracker?.is_active) return true
  try {
    return await readChanges({ deps, person: NOBODY }, tracker)
  } catch (error) {
    if (!(error instanceof TrackerFailure)) throw error
    return noteTrackerFailure(deps.db, tracker, error.message, momentOf(deps.clock))
  }
}

const MOST_READINGS = 5

/** Reads a tracker once, never in two processes at once. A tracker that fails is noted and stops nothing else. */
export async function readTracker(deps: Deps, tracker_id: number): Promise<void> {
  await whileTaken(deps.db, 'tracker', tracker_id, async () => {
    let isRead = false
    // Somebody who saves it again and again is read at the next run.
    for (let times = 0; times < MOST_READINGS && !isRead; times += 1) isRead = await readOnce(deps, tracker_id)
  })
}

/** Queues the reading of every tracker, several times until the next call of this; once for a tracker that fails. */
export async function queueReading(deps: Deps): Promise<void> {
  const trackers = await livingTrackers(deps.db)
  if (trackers.length === 0) return
  await inTransaction({ deps, person: NOBODY }, async (tx) => {
    for (const { id, failing_since, source } of trackers) {
      if (source !== null && failing_since === null) await deps.jobs.send(tx, 'fetch_tracker_files', { tracker_id: id })
      for (const seconds of timesToRead(failing_since !== null))
        await deps.jobs.send(tx, 'read_tracker', { tracker_id: id }, seconds)
    }
  })
}
