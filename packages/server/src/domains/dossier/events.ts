import '../../platform/jobs.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Records the hash over all chains, once a day. */
    daily_head: Record<string, never>
  }
}
