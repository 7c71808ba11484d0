/** The only thing of its kind that notices are about, and what it asks (migration 0395). */
export const MAIL = { entity: 'mail', id: 1 } as const

/** Entities whose notices may ask somebody for something. */
export const ASKING: ReadonlySet<string> = new Set(['agreement', 'request', 'release', 'publication', 'registry_entry'])
