import '../../platform/events.ts'
import '../../platform/jobs.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** A due backup was not made or is incomplete, or the last one is too old. */
    'backup.trouble': { sentence: string }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Queues waiting deliveries that have no job, and deletes counts and sessions that are over. */
    sweep_deliveries: Record<string, never>
    /** Makes the daily backup when it is due. */
    backup: Record<string, never>
  }
}
