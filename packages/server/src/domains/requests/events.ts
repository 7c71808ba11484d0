import '../../platform/events.ts'
import '../../platform/history.ts'

declare module '../../platform/events.ts' {
  interface ChangedTogether {
    request: true
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    request: true
    request_status: true
    request_type: true
  }
}
