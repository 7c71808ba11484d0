import type { Ability } from '@vypusk/contract'
import type { Person } from '../../platform/call.ts'
import { refuse, refuseWith, type RefusalSpec } from '../../platform/refusal.ts'

/** The brief, section 8, "Release load". */
export const NO_RELEASE_ACCESS: RefusalSpec = [403, 'Нет доступа к данному релизу']
export const RELEASE_PUBLISHED: RefusalSpec = [422, 'Релиз опубликован, удалить его нельзя']
const STAFF_ONLY = 'Это делают сотрудники'

/** What seeing a release depends on. */
export interface Visibility {
  is_visible_for_client: boolean
  /** Ids of its companies. */
  companies: number[]
}

/** Staff see every release, clients visible ones that include their company. */
export const canSee = (person: Person, release: Visibility): boolean =>
  person.isRivc ||
  (release.is_visible_for_client && person.idcomp !== null && release.companies.includes(person.idcomp))

/** @throws 404 where there is no release, 403 «Нет доступа к данному релизу» where it is not the caller's to see */
export function mustSee<Release extends Visibility>(person: Person, release: Release | undefined): Release {
  if (!release) throw refuse('not_found')
  if (!canSee(person, release)) throw refuseWith(NO_RELEASE_ACCESS)
  return release
}

/** Companies that may know of an event of the release. */
export const audience = (...states: Visibility[]): number[] => [
  ...new Set(states.flatMap(({ is_visible_for_client, companies }) => (is_visible_for_client ? companies : []))),
]

export function abilitiesFor(person: Person, release: { published_at: string | null }) {
  const staff: Ability = person.isRivc || STAFF_ONLY
  const unpublished: Ability = release.published_at === null || RELEASE_PUBLISHED[1]
  return {
    save: staff,
    delete: staff === true ? unpublished : staff,
    step: staff,
    requests: staff,
    not_publishing: staff,
  }
}
