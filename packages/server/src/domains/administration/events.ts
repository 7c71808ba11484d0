import '../../platform/events.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** An administrator has a person set a password by the link of a letter. */
    'user.password_asked': { user_id: number }
    /** A company is in no choice any more. */
    'company.hidden': Record<string, never>
  }
}
