import type { planning } from '@vypusk/contract'

/** What is tried for releases and not saved yet. */

export type Change = planning.Replan
type Row = Pick<planning.PlanningRelease, 'id' | 'start_date' | 'plan_date' | 'version'>

/** The release as it is, for trying something on. */
const untouched = ({ id, start_date, plan_date, version }: Row): Change => ({
  release_id: id,
  start_date,
  plan_date,
  requests: [],
  shift_agreements: false,
  version,
})

const isNothing = (change: Change, { start_date, plan_date }: Row) =>
  change.start_date === start_date && change.plan_date === plan_date && change.requests.length === 0

/** The changes with this one made; what leads back to how the release is drops out. */
export function withChange(changes: readonly Change[], row: Row, patch: Partial<Change>): Change[] {
  const before = changes.find(({ release_id }) => release_id === row.id) ?? untouched(row)
  const after = { ...before, ...patch }
  if (after.plan_date < after.start_date) return [...changes]
  const others = changes.filter(({ release_id }) => release_id !== row.id)
  return isNothing(after, row) ? others : [...others, after]
}

/** The changes with a request put into the release, and into no other. */
export const withRequest = (changes: readonly Change[], row: Row, request: number): Change[] => {
  const freed = changes.map((change) => ({ ...change, requests: change.requests.filter((id) => id !== request) }))
  const own = freed.find(({ release_id }) => release_id === row.id)
  return withChange(freed, row, { requests: [...(own?.requests ?? []), request] })
}

export const changeOf = (changes: readonly Change[], id: number): Change | undefined =>
  changes.find(({ release_id }) => release_id === id)

/** The release with the dates that are tried. */
export const tried = <R extends Row>(row: R, changes: readonly Change[]): R => {
  const { start_date = row.start_date, plan_date = row.plan_date } = changeOf(changes, row.id) ?? {}
  return { ...row, start_date, plan_date }
}

/** Whether it moves the release, and does more than put requests into it. */
export const changesDates = ({ release_id, start_date, plan_date }: Change, rows: readonly Row[]): boolean => {
  const row = rows.find(({ id }) => id === release_id)
  return row?.start_date !== start_date || row.plan_date !== plan_date
}

interface Saved {
  release_id: number
  version: number
}

/**
 * What gives releases that were moved their former dates, upon what the save has made of them.
 * @param rows as they stood before the save
 */
export const formerDates = (changes: readonly Change[], rows: readonly Row[], saved: readonly Saved[]): Change[] =>
  changes
    .filter((change) => changesDates(change, rows))
    .flatMap(({ release_id }) => {
      const row = rows.find(({ id }) => id === release_id)
      const now = saved.find((each) => each.release_id === release_id)
      return row && now ? [{ ...untouched(row), version: now.version }] : []
    })

/** Changes of releases that others changed since: each has to be settled before a save. */
export const outdated = (
  changes: readonly Change[],
  rows: readonly Row[],
): { change: Change; row: Row | undefined }[] =>
  changes
    .map((change) => ({ change, row: rows.find(({ id }) => id === change.release_id) }))
    .filter(({ change, row }) => row === undefined || (change.version != null && change.version !== row.version))
