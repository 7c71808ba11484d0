import '../../platform/events.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** An administrator sends a person a letter with a link to set a password. */
    'user.password_asked': { user_id: number }
    /** A company was hidden and cannot be chosen any more. */
    'company.hidden': Record<string, never>
    /** A hidden company is shown again. */
    'company.shown': Record<string, never>
  }
}
