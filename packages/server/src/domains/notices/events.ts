import '../../platform/jobs.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Writes daily letters to whose time has come. */
    digest: Record<string, never>
    /** Clears away notices that were read long ago, or told of longer ago still. */
    sweep_notices: Record<string, never>
  }
}
