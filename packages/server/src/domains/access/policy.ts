import type { Hearer, KnownThing, Person } from '../../platform/person.ts'

/**
 * Who looks: staff know of everything that is not deleted, a client of what is its company's.
 * `sees_hidden` is a preview: staff look with a company's eyes, as it will be once the release is shown.
 */
export type Viewer = Pick<Person, 'isRivc' | 'idcomp'> & { sees_hidden?: true }

/** Of a person as much as the right to know depends on: what else there is makes no statement of its own. */
export const eyesOf = ({ isRivc, idcomp, sees_hidden }: Viewer): Viewer => ({
  isRivc,
  // Staff know of everything: theirs is no company's.
  idcomp: isRivc ? null : idcomp,
  ...(sees_hidden ? { sees_hidden } : {}),
})

/** A member of staff who looks with the eyes of one of the company's people. */
export const asCompany = <Asker extends Viewer>(person: Asker, idcomp: number) => ({
  ...person,
  isRivc: false,
  isAdmin: false,
  idcomp,
  sees_hidden: true as const,
})

/** The registry is open to whom an administrator let in; of the rest staff know everything, a client what is its company's. */
export const mayHear = ({ isRivc, idcomp, can_enter_registry }: Hearer, { entity, companies }: KnownThing): boolean =>
  (entity !== 'registry_entry' || can_enter_registry) &&
  (isRivc || companies === null || (idcomp !== null && companies.includes(idcomp)))

/** What of a release that is not deleted the right to know of it depends on. */
export interface ReleaseAccess {
  is_visible_for_client: boolean
  /** Ids of the companies it names. */
  companies: number[]
}

/** The client companies that may know of the release: the view open_releases, of a release at hand. */
export const companiesKnowing = ({ is_visible_for_client, companies }: ReleaseAccess): number[] =>
  is_visible_for_client ? companies : []

/** `knows.release` of a release at hand: staff know every one, clients those that are shown and name their company. */
export const knowsRelease = (viewer: Viewer, release: ReleaseAccess): boolean => {
  if (viewer.isRivc) return true
  const companies = viewer.sees_hidden ? release.companies : companiesKnowing(release)
  return viewer.idcomp !== null && companies.includes(viewer.idcomp)
}
