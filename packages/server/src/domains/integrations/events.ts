import '../../platform/events.ts'
import '../../platform/jobs.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** Nothing has arrived for days: nobody is told there any more until an administrator switches it on. */
    'webhook.switched_off': { webhook_id: number }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Tries one delivery to another system once; throws to be tried again. */
    webhook: { delivery_id: number }
    /** Clears away what was told to other systems long ago. */
    sweep_webhooks: Record<string, never>
    /** Reads what is new in one tracker of developers. */
    read_tracker: { tracker_id: number }
    /** Fetches attachments of the requests that were brought from one tracker. */
    fetch_tracker_files: { tracker_id: number }
    /** Has every tracker read, several times a minute. */
    read_trackers: Record<string, never>
  }
}
