/** What comes to a release with its requests (beyond.md, "Requests bring their companies"). */

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

/** Companies and modules that the release does not have, each with how many of the requests are its own. */
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

/** Those of what comes that somebody wants: all, none, or the ones named. */
export const chosenOf = (wanted: boolean | number[], coming: Iterable<number>): number[] =>
  [...coming].filter((id) => wanted === true || (wanted !== false && wanted.includes(id)))

/** What is known of a company that an act brought and that is to go again. */
export interface Leaving {
  namecomp: string
  isAsked: boolean
  hasRequests: boolean
}

/**
 * Why a company stays although what brought it is taken back; null when nothing needs it.
 * @param isTouched the release was changed since: a request of the company may have come because it was named
 */
export function staysFor({ namecomp, isAsked, hasRequests }: Leaving, isTouched: boolean): string | null {
  if (isAsked) return `${namecomp}: осталась, с ней уже есть согласование`
  return isTouched && hasRequests ? `${namecomp}: осталась, в релизе есть другие её заявки` : null
}
