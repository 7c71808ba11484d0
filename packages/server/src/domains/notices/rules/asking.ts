/** Entities whose notices may ask somebody for something. */
export const ASKING: ReadonlySet<string> = new Set(['agreement', 'request', 'release', 'publication', 'registry_entry'])
