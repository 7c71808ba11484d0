import type { calendar } from '@vypusk/contract'
import { weekOf } from '../../../platform/working-days.ts'

/** An installation planned for a day: what clashes depend on. */
export interface Planned {
  release_id: number
  title: string
  company_id: number
  namecomp: string
  releaseDate: string
  /** The release's. */
  modules: readonly { idmod: number; namemod: string }[]
}

const companyDay = ({ company_id, releaseDate }: Planned) => `${company_id}:${releaseDate}`
const moduleWeek = (idmod: number, day: string) => `${idmod}:${weekOf(day).from}`

/** What stands under each key; one thing may stand under several. */
function indexed(all: readonly Planned[], keysOf: (one: Planned) => string[]): Map<string, Planned[]> {
  const index = new Map<string, Planned[]>()
  for (const one of all) {
    for (const key of keysOf(one)) {
      const there = index.get(key)
      if (there) there.push(one)
      else index.set(key, [one])
    }
  }
  return index
}

/** Another release is told once, by its earliest day. */
function others(found: readonly Planned[] = [], { release_id }: Planned): Planned[] {
  const byRelease = new Map<number, Planned>()
  for (const other of found) {
    if (other.release_id === release_id) continue
    const known = byRelease.get(other.release_id)
    if (!known || other.releaseDate < known.releaseDate) byRelease.set(other.release_id, other)
  }
  return [...byRelease.values()]
}

const told = (kind: calendar.Clash['kind'], name: string, { release_id, title, releaseDate }: Planned) => ({
  kind,
  name,
  release_id,
  title,
  day: releaseDate,
})

/**
 * What installations clash with among all that are planned (contract, `clash`).
 * @param all of whole weeks
 */
export function clashesAmong(all: readonly Planned[]): (one: Planned) => calendar.Clash[] {
  const companies = indexed(all, (one) => [companyDay(one)])
  const modules = indexed(all, ({ modules: own, releaseDate }) =>
    own.map(({ idmod }) => moduleWeek(idmod, releaseDate)),
  )
  return (one) => [
    ...others(companies.get(companyDay(one)), one).map((other) => told('company', one.namecomp, other)),
    ...one.modules.flatMap(({ idmod, namemod }) =>
      others(modules.get(moduleWeek(idmod, one.releaseDate)), one).map((other) => told('module', namemod, other)),
    ),
  ]
}

/** The clashes of several installations of one release, each told once. */
export function clashesOfAll(planned: readonly Planned[], all: readonly Planned[]): calendar.Clash[] {
  const clashesOf = clashesAmong(all)
  const keyed = planned
    .flatMap(clashesOf)
    .map((clash) => [`${clash.kind}:${clash.name}:${clash.release_id}`, clash] as const)
  return [...new Map(keyed).values()]
}
