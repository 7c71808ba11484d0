import '../../platform/jobs.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Updates the accounts of people whose rights something here prevented. */
    settle_prevented: Record<string, never>
    /** Updates the accounts of everybody by another `SCIM_GROUPS`, given as JSON. */
    settle_everybody: { groups: string }
  }
}
