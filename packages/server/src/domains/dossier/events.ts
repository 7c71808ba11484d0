import '../../platform/jobs.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Notes the sum over all chains, once a day. */
    daily_head: Record<string, never>
  }
}
