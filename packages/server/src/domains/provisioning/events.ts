import '../../platform/jobs.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Updates the accounts of people whose rights something here prevented. */
    settle_prevented: Record<string, never>
  }
}
