import '../../platform/history.ts'

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    company: true
    system: true
    module: true
  }
}
