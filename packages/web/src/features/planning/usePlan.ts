import type { planning } from '@vypusk/contract'
import { useCallback, useState } from 'react'
import { ofPerson } from '../../api/session.ts'
import { changeOf, withChange, withRequest, type Change } from './changes.ts'

/** The variant that the changes were loaded from. */
export type Origin = Pick<planning.Variant, 'id' | 'name' | 'is_shared' | 'version' | 'author'>

interface PlanDraft {
  changes: Change[]
  variant: Origin | null
}

const NOTHING: PlanDraft = { changes: [], variant: null }
/** Changes are work, so they survive a reload. */
const kept = () => ofPerson<PlanDraft>('draft.planning')

type Row = planning.PlanningRelease

/** The unsaved changes on the time line. */
export function usePlan() {
  const [plan, setPlan] = useState(() => kept().read() ?? NOTHING)
  /** Releases saved here stay visible for the person who moved them. */
  const [followed, setFollowed] = useState<readonly number[]>([])
  const set = useCallback((next: (before: PlanDraft) => PlanDraft) => {
    setPlan((before) => {
      const after = next(before)
      kept().write(after.changes.length > 0 ? after : null)
      return after
    })
  }, [])
  const setChanges = useCallback(
    (next: (changes: Change[]) => Change[]) => set((before) => ({ ...before, changes: next(before.changes) })),
    [set],
  )
  return {
    ...plan,
    followed,
    change: (row: Row, patch: Partial<Change>) => setChanges((changes) => withChange(changes, row, patch)),
    addRequest: (row: Row, request: number) => setChanges((changes) => withRequest(changes, row, request)),
    takeBack: (id: number) => setChanges((changes) => changes.filter(({ release_id }) => release_id !== id)),
    /** Bases the change on the release as it is now. */
    keepUpon: (id: number, version: number) =>
      setChanges((changes) => changes.map((each) => (each.release_id === id ? { ...each, version } : each))),
    dropAll: () => set(() => NOTHING),
    /** Called when all changes have been saved. */
    end: () => {
      setFollowed(plan.changes.map(({ release_id }) => release_id))
      set(() => NOTHING)
    },
    open: ({ id, name, is_shared, version, author, changes }: planning.Variant) =>
      set(() => ({ changes, variant: { id, name, is_shared, version, author } })),
    of: (id: number) => changeOf(plan.changes, id),
  }
}

export type Plan = ReturnType<typeof usePlan>
