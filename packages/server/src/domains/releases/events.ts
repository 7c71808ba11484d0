import '../../platform/events.ts'
import '../../platform/history.ts'

/** The state of a release, as far as a change of it may matter to its companies. */
interface ReleaseState {
  companies: number[]
  notPublishingList: number[]
  is_visible_for_client: boolean
  plan_date: string
  /** It is on a closed step. */
  is_closed: boolean
}

/** A company's row on the not-publishing list, as it is put back when a change is undone. */
export interface ListedCompany {
  idcomp: number
  reason: string | null
  client_reason: string | null
  user_id: number
  at: string
}

declare module '../../platform/events.ts' {
  interface EventKinds {
    /**
     * The state of a release that matters to its companies has changed, by whatever: a screen, a bulk change, planning,
     * an import, a restore. `before` is null if it was deleted, `after` is null if it is now. `reason` is shown to
     * companies; it is empty if none was given. `unlisted` are the rows that left the not-publishing list.
     */
    'release.changed': {
      before: ReleaseState | null
      after: ReleaseState | null
      reason: string
      unlisted?: ListedCompany[]
    }
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    release: true
    release_step: true
    calendar: true
  }
}
