import '../../platform/events.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** All access of a person ends: whatever a room keeps that opens in the person's name goes (view `entrances`). */
    'user.shut_out': Record<string, never>
  }
}
