import { decodeName, type calendar } from '@vypusk/contract'
import { weekOf } from '../../../platform/working-days.ts'

/** An installation planned for a day: what clashes depend on. */
export interface Planned {
  release_id: number
  title: string
  company_id: number
  namecomp: string
  releaseDate: string
  /** The same by the company's own clock: what clashes are counted by. */
  company_day: string
  /** The release's. */
  modules: readonly { idmod: number; namemod: string }[]
}

const companyDay = ({ company_id, company_day }: Planned) => `${company_id}:${company_day}`
const moduleWeek = (idmod: number, monday: string) => `${idmod}:${monday}`

type ByRelease = Map<number, Planned>

/** What stands under each key, a release once, by its earliest day; one thing may stand under several. */
function indexed(all: readonly Planned[], keysOf: (one: Planned) => string[]): Map<string, ByRelease> {
  const index = new Map<string, ByRelease>()
  for (const one of all) {
    for (const key of keysOf(one)) {
      const there = index.get(key) ?? new Map()
      const known = there.get(one.release_id)
      if (!known || one.releaseDate < known.releaseDate) there.set(one.release_id, one)
      index.set(key, there)
    }
  }
  return index
}

function* others(found: ByRelease | undefined, { release_id }: Planned): Generator<Planned> {
  for (const other of found?.values() ?? []) if (other.release_id !== release_id) yield other
}

const clashOf = (kind: calendar.Clash['kind'], name: string, { release_id, title, releaseDate }: Planned) => ({
  kind,
  name,
  release_id,
  title,
  day: releaseDate,
})

/**
 * What installations clash with among all that are planned (contract, `clash`).
 * @param all of whole weeks
 * @returns what finds them one after another: who wants to know whether there are any asks for the first alone
 */
export function clashesAmong(all: readonly Planned[]): (one: Planned) => Generator<calendar.Clash> {
  const companies = indexed(all, (one) => [companyDay(one)])
  const modules = indexed(all, ({ modules: own, company_day }) => {
    const monday = weekOf(company_day).from
    return own.map(({ idmod }) => moduleWeek(idmod, monday))
  })
  return function* (one) {
    for (const other of others(companies.get(companyDay(one)), one)) yield clashOf('company', one.namecomp, other)
    const monday = weekOf(one.company_day).from
    for (const { idmod, namemod } of one.modules) {
      for (const other of others(modules.get(moduleWeek(idmod, monday)), one)) {
        yield clashOf('module', namemod, other)
      }
    }
  }
}

/**
 * The clashes of several installations of one release, each told once.
 * @param clashesOf made once, by `clashesAmong`: that looks at everything planned
 */
export function* clashesOfAll(
  planned: readonly Planned[],
  clashesOf: ReturnType<typeof clashesAmong>,
): Generator<calendar.Clash> {
  const found = new Set<string>()
  for (const one of planned) {
    for (const clash of clashesOf(one)) {
      const key = `${clash.kind}:${clash.name}:${clash.release_id}`
      if (!found.has(key)) yield clash
      found.add(key)
    }
  }
}

const dotted = (day: string) => day.split('-').toReversed().join('.')

/** A clash as a sentence. */
export const clashInWords = ({ kind, name, title, day }: calendar.Clash): string =>
  kind === 'company'
    ? `${dotted(day)} у компании ${decodeName(name)} уже стоит установка релиза ${title}`
    : `На той же неделе (${dotted(day)}) устанавливается тот же модуль «${name}»: релиз ${title}`
