import '../../platform/events.ts'
import '../../platform/jobs.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** A due backup was not made or is incomplete, or the last one is too old. */
    'backup.trouble': { sentence: string }
    /** No letter has left since then, and why; `entity_id` is 0. */
    'mail.down': { since: string; reason: string; count: number }
    /** Letters leave again; `entity_id` is 0. */
    'mail.back': Record<string, never>
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
