import '../../platform/events.ts'
import '../../platform/history.ts'

/** What a release is, as far as a change of it may mean something to its companies. */
interface ReleaseState {
  companies: number[]
  notPublishingList: number[]
  is_visible_for_client: boolean
  plan_date: string
}

declare module '../../platform/events.ts' {
  interface EventKinds {
    /**
     * A release is not what it was to its companies, whatever changed it: a screen, many at once, planning, an import, a
     * restore. `before` is null of one that was deleted, `after` of one that is. `reason` is told to companies; empty when
     * nobody gave one.
     */
    'release.changed': { before: ReleaseState | null; after: ReleaseState | null; reason: string }
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    release: true
    release_step: true
    calendar: true
  }
}
