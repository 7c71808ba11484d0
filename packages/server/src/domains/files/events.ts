import '../../platform/jobs.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Deletes uploads and files that nothing uses. */
    sweep_files: Record<string, never>
  }
}
