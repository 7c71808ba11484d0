import '../../platform/history.ts'

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    freeze: true
  }
}
