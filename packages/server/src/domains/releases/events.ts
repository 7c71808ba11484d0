import '../../platform/history.ts'

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    release: true
    release_step: true
    calendar: true
  }
}
