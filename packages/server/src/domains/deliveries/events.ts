import '../../platform/events.ts'
import '../../platform/jobs.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** A letter or a copy will not be tried again by itself. */
    'delivery.failed': Record<string, never>
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /**
     * Tries one letter to an address once; throws to be tried again. `repeat` tells a letter sent anew from its first
     * sending. Done by `letters`.
     */
    deliver: { delivery_id: number; repeat?: string }
    /** Tries one copy to the FTP server once; throws to be tried again. Done by `publications`. */
    copy: { delivery_id: number }
  }
}
