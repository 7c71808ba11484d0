import '../../platform/events.ts'
import '../../platform/jobs.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** A copy that was due is not there, or not whole, or the last one is too old. */
    'backup.trouble': { sentence: string }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Queues again what waits to be delivered and has no job. */
    sweep_deliveries: Record<string, never>
    /** Makes the daily copy when it is due. */
    backup: Record<string, never>
  }
}
