import '../../platform/jobs.ts'
import '../../platform/history.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Writes held letters whose time has come. */
    send_held: Record<string, never>
    /** Releases letters that could be cancelled until now. */
    let_go: Record<string, never>
    /** Sends the letters that were stopped for a while. */
    resume_letters: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    letter_template: true
  }
}
