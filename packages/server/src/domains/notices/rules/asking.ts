/** The only thing of its kind that notices are about, and what it asks (migration 0395). */
export const MAIL = { entity: 'mail', id: 1 } as const

/** Entities whose notices may ask somebody for something. */
export const ASKING: ReadonlySet<string> = new Set(['agreement', 'request', 'release', 'publication', 'registry_entry'])

/** What decides whether anybody waits for the companies of a release. */
interface Awaiting {
  companies: number[]
  notPublishingList: number[]
  is_closed: boolean
}

/** Whether a change of a release may have made somebody wait again for a company that nobody waited for before. */
export function isAwaitedAgain({ before, after }: { before: Awaiting | null; after: Awaiting | null }): boolean {
  if (!after) return false
  if (!before) return true
  return (
    (before.is_closed && !after.is_closed) ||
    after.companies.some((company) => !before.companies.includes(company)) ||
    before.notPublishingList.some((company) => !after.notPublishingList.includes(company))
  )
}
