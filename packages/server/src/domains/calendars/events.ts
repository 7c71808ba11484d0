import '../../platform/events.ts'
import '../../platform/jobs.ts'
import '../../platform/history.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /** Somebody of a company is named to stand in for another, begins to, or does so no more. */
    'substitute.changed': { substitute_id: number; became: 'named' | 'started' | 'ended' }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Begins and ends substitutions by the days of their companies. */
    turn_substitutes: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    freeze: true
  }
}
