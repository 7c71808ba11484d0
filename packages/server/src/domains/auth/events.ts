import '../../platform/events.ts'
import '../../platform/history.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** All access of a person ends: whatever a room keeps that opens in the person's name goes (view `entrances`). */
    'user.shut_out': Record<string, never>
    /** Something has become of a person's second factors; they hear of it whoever did it. */
    'user.second_factor': { user_id: number; news: string }
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    user: true
    session: true
  }
}
