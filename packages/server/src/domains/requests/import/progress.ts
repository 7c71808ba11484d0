import type { requests } from '@vypusk/contract'

/** Called after each step of an import; what it throws ends the import, and nothing is written. */
export type ReportProgress = (progress: requests.ImportProgress) => Promise<void>
