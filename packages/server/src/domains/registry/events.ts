import '../../platform/events.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** A comment names people by @; `users` are those it names. */
    'registry.mentioned': { comment_id: number; users: number[] }
  }
}
