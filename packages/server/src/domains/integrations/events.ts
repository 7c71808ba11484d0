import '../../platform/events.ts'
import '../../platform/history.ts'
import '../../platform/jobs.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /**
     * Nothing has arrived for days, or the receiver has said that it is gone: nothing is sent there until an
     * administrator switches the webhook on again. What the release before wrote does not say whether it is gone.
     */
    'webhook.switched_off': { webhook_id: number; is_gone?: boolean }
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    webhook: true
    tracker: true
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Makes one attempt to send a delivery to another system; throws to be tried again. */
    webhook: {
      delivery_id: number
      /** The receiver has asked to wait longer than the queue does; the pauses are counted here from then on. */
      is_put_off?: boolean
    }
    /** Deletes old deliveries to other systems. */
    sweep_webhooks: Record<string, never>
    /** Queues deliveries to other systems that have lost their job. */
    queue_lost_webhooks: Record<string, never>
    /** Reads what is new in one tracker of developers. */
    read_tracker: { tracker_id: number }
    /** Fetches the attachments of the requests imported from one tracker. */
    fetch_tracker_files: { tracker_id: number }
    /** Queues the reading of every tracker, several times a minute. */
    read_trackers: Record<string, never>
  }
}
