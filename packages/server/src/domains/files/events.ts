import '../../platform/jobs.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Clears away uploads and files that nothing uses. */
    sweep_files: Record<string, never>
  }
}
