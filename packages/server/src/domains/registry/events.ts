import '../../platform/events.ts'
import '../../platform/history.ts'

declare module '../../platform/events.ts' {
  interface ChangedTogether {
    registry_entry: true
  }
  interface EventKinds {
    /** A comment was written; `mentions` get an event of their own. */
    'registry.commented': { comment_id: number; mentions: number[] }
    /** A comment mentions people by @: `users`. */
    'registry.mentioned': { comment_id: number; users: number[] }
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    registry_entry: true
    registry_step: true
  }
}
