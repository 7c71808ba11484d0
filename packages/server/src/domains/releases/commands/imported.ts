import { ask } from '../../../platform/ability.ts'
import { today } from '../../../platform/clock.ts'
import type { Listener } from '../../../platform/events.ts'
import { attachFree } from '../../requests/port.ts'
import { releasePolicy } from '../policy.ts'
import { datesOfWanted } from '../rules/imported.ts'
import { historyRow } from '../store/recorded.ts'
import { insertRow, patchRow, writeStepChange } from '../store/releases.ts'
import { bringAlong } from './bringing.ts'
import { emitChange, lockReleases } from './changing.ts'

/**
 * Creates the release for a version in an import. It is on the step «Планирование».
 */
export const makeWanted: Listener<'requests.release_wanted'> = async (tx, { data: { title, due } }, actor) => {
  const id = await insertRow(tx, actor, { title, ...datesOfWanted(due, today(actor.deps.clock)) })
  await writeStepChange(tx, actor, id, 0, null)
  await emitChange(tx, actor, id, null, { version: 1 })
}

/** Locks the releases of an import in the order of their ids, before it locks its requests. */
export const lockJoined: Listener<'requests.joining_ahead'> = async (tx, { data }) => {
  await lockReleases(tx, data.releases)
}

/**
 * Adds the requests of an import to their release, with the companies and modules they bring. A file is compared for
 * minutes: a release that was deleted or published meanwhile is no reason to refuse all of it.
 */
export const takeJoining: Listener<'requests.joining'> = async (tx, { entity_id: id, data }, actor) => {
  const facts = (await lockReleases(tx, [id])).get(id)
  if (!facts || facts.published_at !== null) return
  ask(releasePolicy, 'requests', actor.person, facts)
  const row = await historyRow(tx, id)
  const come = await attachFree(tx, actor, id, data.requests, async (free) => {
    await bringAlong(tx, id, free, { companies: true, modules: true })
  })
  if (come.length === 0) return
  await emitChange(tx, actor, id, { row, facts }, { version: await patchRow(tx, actor, id, {}) })
}
