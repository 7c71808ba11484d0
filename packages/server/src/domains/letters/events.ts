import '../../platform/jobs.ts'
import '../../platform/history.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Tries one delivery once; throws to be tried again. `repeat` tells a letter sent anew from its first sending. */
    deliver: { delivery_id: number; repeat?: string }
    /** Writes letters that waited for what follows them. */
    send_held: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    letter_template: true
  }
}
