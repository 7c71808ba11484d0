/** Kept apart from all that is calculated with it, which the sign-in page does without. */

let named: string | undefined

/** @param zone the installation's, as the server names it; one that this browser does not know counts as not named */
export function noteZone(zone: string | undefined): void {
  try {
    named = zone
    Intl.DateTimeFormat('ru', { timeZone: zone })
  } catch {
    named = undefined
  }
}

export const namedZone = (): string | undefined => named
