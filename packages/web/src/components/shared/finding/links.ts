import type { finding } from '@vypusk/contract'
import { paths } from '../../../paths.ts'
import { stringifySearch } from '../../kit/list-state/search.ts'

const at = (path: string, search: Record<string, unknown>) => `${path}${stringifySearch(search)}`
const requestsOf = (isRivc: boolean) => (isRivc ? paths.backlog : paths.clientRequests)
const page = (path: string, name: string, id: number) => path.replace(`$${name}`, String(id))

/** Where each kind is shown. Companies and people are shown by a list of what belongs to them. */
const PLACES: Record<finding.Kind, (found: finding.FoundThing, isRivc: boolean) => string> = {
  request: ({ id }, isRivc) => at(requestsOf(isRivc), { open: id }),
  release: ({ id }) => page(paths.release, 'releaseID', id),
  agreement: ({ id, release_id }, isRivc) =>
    isRivc ? page(paths.agreement, 'agreementsId', id) : page(paths.release, 'releaseID', release_id ?? 0),
  publication: ({ id }) => page(paths.publication, 'publicationId', id),
  registry_entry: ({ id }) => at(paths.registry, { open: id }),
  company: ({ id }) => at(paths.backlog, { client_ids: id }),
  person: ({ id, company }, isRivc) =>
    company === null ? at(paths.releases, { authors: id }) : at(requestsOf(isRivc), { author_ids: id }),
}

export const hrefOf = (found: finding.FoundThing, isRivc: boolean): string => PLACES[found.kind](found, isRivc)

/**
 * Returns the address of the list with everything of a kind that matches. Lists search for the text as it is, so this
 * works only for a single word.
 */
export function listOf(kind: finding.Kind, search: string, isRivc: boolean): string | null {
  const lists: Partial<Record<finding.Kind, string>> = {
    request: requestsOf(isRivc),
    release: paths.releases,
    ...(isRivc ? { agreement: paths.agreements } : {}),
    publication: paths.publications,
    registry_entry: paths.registry,
  }
  const path = lists[kind]
  return path && !/\s/.test(search) ? at(path, { search_string: search }) : null
}
