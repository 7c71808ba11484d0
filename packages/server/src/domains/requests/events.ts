import '../../platform/events.ts'
import '../../platform/history.ts'
import '../../platform/jobs.ts'

declare module '../../platform/events.ts' {
  interface ChangedTogether {
    request: true
  }
  interface EventKinds {
    /**
     * An import needs a release for one of its versions; `due` is the day by which its requests are due, `YYYY-MM-DD`.
     */
    'requests.release_wanted': { title: string; due: string | null }
    /** An import is going to write requests that will join these releases. */
    'requests.joining_ahead': { releases: number[] }
    /** Requests that were just imported belong to the release; those that are in another one stay there. */
    'requests.joining': { requests: number[] }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Makes the bitmaps of changed segments of requests. */
    keep_bitmaps: Record<string, never>
    /** Counts the requests of changed releases. */
    keep_counts: Record<string, never>
    /** Deletes what imports left whose process died. */
    sweep_imports: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    request: true
    request_status: true
    request_type: true
  }
}
