import '../../platform/events.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** The provider's groups let a person in no more: whatever opens in the person's name without a sign-in ends. */
    'user.shut_out': Record<string, never>
  }
}
