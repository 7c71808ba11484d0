import '../../platform/events.ts'
import '../../platform/jobs.ts'

/** A job for a delivery. */
export interface DeliveryJob {
  delivery_id: number
  /**
   * How often the delivery had been queued again when the job was sent; without it, never. A job of an earlier
   * generation makes no attempt.
   */
  generation?: number
}

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** A letter or a copy has failed and will not be tried again automatically. */
    'delivery.failed': Record<string, never>
    /** Many deliveries are sent again; `entity_id` is 0. */
    'delivery.retried': { ids: number[] }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Tries one letter to an address once; throws to be tried again. Handled by `letters`. */
    deliver: DeliveryJob
    /** Tries one copy to the FTP server once; throws to be tried again. Handled by `publications`. */
    copy: DeliveryJob
  }
}
