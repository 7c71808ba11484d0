import '../../platform/events.ts'
import '../../platform/history.ts'

declare module '../../platform/events.ts' {
  interface ChangedTogether {
    registry_entry: true
  }
  interface EventKinds {
    /** Something was said about an entry; `mentions` are told of it apart. */
    'registry.commented': { comment_id: number; mentions: number[] }
    /** A comment names people by @; `users` are those it names. */
    'registry.mentioned': { comment_id: number; users: number[] }
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    registry_entry: true
    registry_step: true
  }
}
