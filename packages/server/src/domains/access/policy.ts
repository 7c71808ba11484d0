import type { Hearer, KnownThing, Person } from '../../platform/person.ts'

/**
 * The person whose rights are checked: staff see everything that is not deleted, a client what belongs to its company.
 * `sees_hidden` marks a preview: staff see a release as the company will once it is shown.
 */
export type Viewer = Pick<Person, 'isRivc' | 'idcomp'> & { sees_hidden?: true }

/** Returns only the fields that the right to see depends on, so that other fields do not lead to further statements. */
export const eyesOf = ({ isRivc, idcomp, sees_hidden }: Viewer): Viewer => ({
  isRivc,
  // Staff see everything, so no company applies to them.
  idcomp: isRivc ? null : idcomp,
  ...(sees_hidden ? { sees_hidden } : {}),
})

/** Returns a member of staff with the rights of a person of the company, for a preview. */
export const asCompany = <Asker extends Viewer>(person: Asker, idcomp: number) => ({
  ...person,
  isRivc: false,
  isAdmin: false,
  idcomp,
  sees_hidden: true as const,
})

/** Kinds of things that only administrators may read. */
const OF_ADMINISTRATORS: ReadonlySet<string> = new Set(['webhook', 'tracker', 'backup', 'mail'])

/**
 * Checks whether the person may receive an event. The registry is open only to people whom an administrator admitted,
 * and what connects the installation with others only to administrators; apart from that, staff receive everything and
 * a client what belongs to its company.
 */
export const mayHear = (
  { isRivc, isAdmin, idcomp, can_enter_registry }: Hearer,
  { entity, companies }: KnownThing,
): boolean =>
  (entity !== 'registry_entry' || can_enter_registry) &&
  (isAdmin || !OF_ADMINISTRATORS.has(entity)) &&
  (isRivc || companies === null || (idcomp !== null && companies.includes(idcomp)))

/** An agreement, and its release if the agreement's company may open that; `openReleaseOf` reads it. */
export interface AgreementPlace {
  id: number
  open_release_id: number | null
}

/**
 * Returns the address where staff or the agreement's company open it. Clients read it on the page of its release; if
 * they cannot open that, in their own list of agreements.
 */
export function agreementHref({ id, open_release_id }: AgreementPlace, isRivc: boolean): string {
  if (isRivc) return `/agreements/${id}`
  return open_release_id === null ? `/clientAgreements?open=${id}` : `/releases/${open_release_id}`
}

/** The facts about a release that is not deleted on which the right to see it depends. */
export interface ReleaseAccess {
  is_visible_for_client: boolean
  /** Ids of the release's companies. */
  companies: number[]
}

/**
 * Returns the client companies that may see the release: the same rule as the view open_releases, for a release already
 * in memory.
 */
export const companiesKnowing = ({ is_visible_for_client, companies }: ReleaseAccess): number[] =>
  is_visible_for_client ? companies : []

/**
 * The same rule as `knows.release`, for a release already in memory: staff see every release, clients those that are
 * shown and name their company.
 */
export const knowsRelease = (viewer: Viewer, release: ReleaseAccess): boolean => {
  if (viewer.isRivc) return true
  const companies = viewer.sees_hidden ? release.companies : companiesKnowing(release)
  return viewer.idcomp !== null && companies.includes(viewer.idcomp)
}
