import type { planning } from '@vypusk/contract'
import { useCallback, useRef, useState } from 'react'
import { ofPerson } from '../../api/session.ts'
import { changeOf, remaining, withChange, withRequest, type Change, type Saved } from './changes.ts'

/** The variant that the changes were loaded from. */
export type Origin = Pick<planning.Variant, 'id' | 'name' | 'is_shared' | 'version' | 'author'>

interface PlanDraft {
  changes: Change[]
  variant: Origin | null
  /** Why dates move. */
  reason: string
}

const NOTHING: PlanDraft = { changes: [], variant: null, reason: '' }
/** Changes are work, so they survive a reload. */
const kept = () => ofPerson<Partial<PlanDraft>>('draft.planning')

type Row = planning.PlanningRelease

/** The plan and a function that changes it, here and in what is kept. */
function useDraft() {
  // The same for as long as the page is there: by the end of a save, somebody else may have signed in.
  const [draft] = useState(kept)
  const [plan, setPlan] = useState<PlanDraft>(() => ({ ...NOTHING, ...draft.read() }))
  const latest = useRef(plan)
  const set = useCallback(
    (next: (before: PlanDraft) => PlanDraft) => {
      const after = next(latest.current)
      latest.current = after.changes.length > 0 ? after : { ...after, reason: '' }
      // Not in the updater: a save also ends when the page has been left, and nothing is updated any more.
      draft.write(after.changes.length > 0 ? after : null)
      setPlan(latest.current)
    },
    [draft],
  )
  return { plan, set }
}

/** The unsaved changes on the time line. */
export function usePlan() {
  const { plan, set } = useDraft()
  /** Releases saved here stay visible for the person who moved them. */
  const [followed, setFollowed] = useState<readonly number[]>([])
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
    setReason: (reason: string) => set((before) => ({ ...before, reason })),
    dropAll: () => set(() => NOTHING),
    /** Called when what was sent has been saved; what was changed meanwhile remains. */
    end: (sent: PlanDraft, saved: readonly Saved[]) => {
      setFollowed(sent.changes.map(({ release_id }) => release_id))
      set(({ changes, variant, reason }) => ({
        changes: remaining(changes, sent.changes, saved),
        variant: variant?.id === sent.variant?.id ? null : variant,
        reason: reason === sent.reason ? '' : reason,
      }))
    },
    open: ({ id, name, is_shared, version, author, changes }: planning.Variant) =>
      set((before) => ({ ...before, changes, variant: { id, name, is_shared, version, author } })),
    of: (id: number) => changeOf(plan.changes, id),
  }
}

export type Plan = ReturnType<typeof usePlan>
