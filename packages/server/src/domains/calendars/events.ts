import '../../platform/events.ts'
import '../../platform/jobs.ts'
import '../../platform/history.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** A substitute was named in a company, has begun to stand in, or has stopped. */
    'substitute.changed': { substitute_id: number; became: 'named' | 'started' | 'ended' }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Starts and ends substitutions by the days of their companies. */
    turn_substitutes: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    freeze: true
  }
}
