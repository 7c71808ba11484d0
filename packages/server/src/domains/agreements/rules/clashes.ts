import { decodeName, type calendar } from '@vypusk/contract'
import { weekOf } from '../../../platform/working-days.ts'

/** An installation planned for a day, with what is needed to find clashes. */
export interface Planned {
  release_id: number
  title: string
  company_id: number
  namecomp: string
  releaseDate: string
  /** The installation's day by the company's own clock, by which clashes are found. */
  company_day: string
  /** The modules of the release. */
  modules: readonly { idmod: number; namemod: string }[]
}

const companyDay = ({ company_id, company_day }: Planned) => `${company_id}:${company_day}`
const moduleWeek = (idmod: number, monday: string) => `${idmod}:${monday}`

type ByRelease = Map<number, Planned>

/**
 * Indexes installations by key, keeping one per release: its earliest. An installation may be listed under several
 * keys.
 */
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
 * Finds what installations clash with among all that are planned (contract, `clash`).
 * @param all the installations of whole weeks
 * @returns a lazy search for one installation, so that a caller who only needs to know whether there are any can stop
 * at the first
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
 * Yields the clashes of several installations of one release, each clash once.
 * @param clashesOf the result of `clashesAmong`; built once, because building it goes through everything planned
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

/** Returns a clash as a sentence. */
export const clashInWords = ({ kind, name, title, day }: calendar.Clash): string =>
  kind === 'company'
    ? `${dotted(day)} у компании ${decodeName(name)} уже стоит установка релиза ${title}`
    : `На той же неделе (${dotted(day)}) устанавливается тот же модуль «${name}»: релиз ${title}`
