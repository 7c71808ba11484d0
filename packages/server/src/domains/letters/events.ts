import '../../platform/jobs.ts'
import '../../platform/history.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Writes letters that waited for what follows them. */
    send_held: Record<string, never>
    /** Lets letters go that could be taken back until now. */
    let_go: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    letter_template: true
  }
}
