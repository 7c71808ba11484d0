import { decodeName } from '@vypusk/contract'

/** Decides what comes to a release with its requests (beyond.md, "Requests bring their companies"). */

export interface Coming {
  idcomp: number
  idmod: number
}

/** What a release has already. */
export interface Had {
  companies: number[]
  modules_ids: number[]
}

const countedWithout = (ids: number[], had: number[]): Map<number, number> => {
  const known = new Set(had)
  const counts = new Map<number, number>()
  for (const id of ids) if (!known.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** The companies and modules that the release does not have, each with the number of its requests. */
export const comesAlong = (requests: Coming[], { companies, modules_ids }: Had) => ({
  companies: countedWithout(
    requests.map(({ idcomp }) => idcomp),
    companies,
  ),
  modules: countedWithout(
    requests.map(({ idmod }) => idmod),
    modules_ids,
  ),
})

/** The chosen ids of what is brought: all, none, or the ones listed. */
export const chosenOf = (wanted: boolean | number[], coming: Iterable<number>): number[] =>
  [...coming].filter((id) => wanted === true || (wanted !== false && wanted.includes(id)))

/** A company that was brought and is to be removed again. */
export interface Leaving {
  namecomp: string
  isAsked: boolean
  hasRequests: boolean
}

/**
 * Why a company stays although the act that brought it is undone; null if nothing needs it.
 * @param isTouched the release was changed since: a request of the company may have been added because it was named
 */
export function staysFor({ namecomp, isAsked, hasRequests }: Leaving, isTouched: boolean): string | null {
  const name = decodeName(namecomp)
  if (isAsked) return `${name}: осталась, с ней уже есть согласование`
  return isTouched && hasRequests ? `${name}: осталась, в релизе есть другие её заявки` : null
}
