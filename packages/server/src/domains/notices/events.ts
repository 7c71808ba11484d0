import '../../platform/jobs.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Sends the daily letters of people whose time has come. */
    digest: Record<string, never>
    /** Settles notices that ask for a date which has passed. */
    end_passed_notices: Record<string, never>
    /** Deletes notices that were read long ago, and unread ones that are older still. */
    sweep_notices: Record<string, never>
  }
}
