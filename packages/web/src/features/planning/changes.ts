import type { planning } from '@vypusk/contract'

/** Unsaved changes of releases. Pure. */

export type Change = planning.Replan
type Row = Pick<planning.PlanningRelease, 'id' | 'start_date' | 'plan_date' | 'version'>

/** A change that leaves the release as it is, to apply changes to. */
const untouched = ({ id, start_date, plan_date, version }: Row): Change => ({
  release_id: id,
  start_date,
  plan_date,
  requests: [],
  shift_agreements: false,
  version,
})

const isNothing = (change: Change, { start_date, plan_date }: Pick<Row, 'start_date' | 'plan_date'>) =>
  change.start_date === start_date && change.plan_date === plan_date && change.requests.length === 0

/** Adds a change to the list; a change that restores the present state of the release is removed. */
export function withChange(changes: readonly Change[], row: Row, patch: Partial<Change>): Change[] {
  const before = changes.find(({ release_id }) => release_id === row.id) ?? untouched(row)
  const after = { ...before, ...patch }
  if (after.plan_date < after.start_date) return [...changes]
  const others = changes.filter(({ release_id }) => release_id !== row.id)
  return isNothing(after, row) ? others : [...others, after]
}

/** Adds a request to the release and removes it from the other changes. */
export const withRequest = (changes: readonly Change[], row: Row, request: number): Change[] => {
  const freed = changes.map((change) => ({ ...change, requests: change.requests.filter((id) => id !== request) }))
  const own = freed.find(({ release_id }) => release_id === row.id)
  return withChange(freed, row, { requests: [...(own?.requests ?? []), request] })
}

export const changeOf = (changes: readonly Change[], id: number): Change | undefined =>
  changes.find(({ release_id }) => release_id === id)

/** The change's requests that cannot be added any more: they are in a release by now, or deleted. */
export const notFreeOf = (
  { requests }: Pick<Change, 'requests'>,
  effect: Pick<planning.Effect, 'not_free'> | undefined,
): number[] => requests.filter((id) => effect?.not_free.includes(id))

/** The release with the dates being tried. */
export const tried = <R extends Row>(row: R, changes: readonly Change[]): R => {
  const { start_date = row.start_date, plan_date = row.plan_date } = changeOf(changes, row.id) ?? {}
  return { ...row, start_date, plan_date }
}

/**
 * Checks whether a change moves the release, rather than only adding requests to it; one that is no longer in progress
 * is not moved.
 */
export const changesDates = ({ release_id, start_date, plan_date }: Change, rows: readonly Row[]): boolean => {
  const row = rows.find(({ id }) => id === release_id)
  return row !== undefined && (row.start_date !== start_date || row.plan_date !== plan_date)
}

/** A release after it was saved. */
export interface Saved {
  release_id: number
  version: number
}

/**
 * Returns changes that restore the former dates of the releases that were moved, based on their versions after the
 * save.
 * @param rows the releases before the save
 */
export const formerDates = (changes: readonly Change[], rows: readonly Row[], saved: readonly Saved[]): Change[] =>
  changes
    .filter((change) => changesDates(change, rows))
    .flatMap(({ release_id }) => {
      const row = rows.find(({ id }) => id === release_id)
      const now = saved.find((each) => each.release_id === release_id)
      return row && now ? [{ ...untouched(row), version: now.version }] : []
    })

/**
 * Returns what remains of the changes after some of them were saved: what was changed meanwhile, based on the releases
 * as they were saved.
 * @param sent the changes as they were saved
 */
export const remaining = (changes: readonly Change[], sent: readonly Change[], saved: readonly Saved[]): Change[] =>
  changes.flatMap((change) => {
    const before = changeOf(sent, change.release_id)
    const now = saved.find(({ release_id }) => release_id === change.release_id)
    if (!before || !now) return [change]
    const requests = change.requests.filter((id) => !before.requests.includes(id))
    const after = { ...change, requests, version: now.version }
    return isNothing(after, before) ? [] : [after]
  })

/** Changes of releases that others have changed since; each has to be resolved before saving. */
export const outdated = (
  changes: readonly Change[],
  rows: readonly Row[],
): { change: Change; row: Row | undefined }[] =>
  changes
    .map((change) => ({ change, row: rows.find(({ id }) => id === change.release_id) }))
    .filter(({ change, row }) => row === undefined || (change.version != null && change.version !== row.version))
