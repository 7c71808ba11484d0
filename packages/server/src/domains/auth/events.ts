import '../../platform/events.ts'
import '../../platform/history.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /**
     * All access of a person ends: every room removes whatever it stores that opens the product in the person's name
     * (view `entrances`).
     */
    'user.shut_out': Record<string, never>
    /** A person signs in with another of their accounts from now on: what rooms store of the sign-in moves with it. */
    'user.sign_in_moved': { to: number }
    /** A person's second factors changed; the person is notified, whoever did it. */
    'user.second_factor': { user_id: number; news: string }
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    user: true
    session: true
  }
}
