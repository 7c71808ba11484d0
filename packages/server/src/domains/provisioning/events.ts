import '../../platform/jobs.ts'

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Updates the accounts of people whose rights something here prevented. */
    settle_prevented: Record<string, never>
    /** Updates the accounts of the people of a group that has very many. */
    settle_people: { ids: string[] }
    /** Updates the accounts of everybody by another `SCIM_GROUPS`, given as JSON. */
    settle_everybody: { groups: string }
  }
}
