import { decodeName, type calendar } from '@vypusk/contract'
import { dayInWords } from '../../../platform/text/plain-text.ts'
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

type Index = Map<string, ByRelease>

/** Lists an installation under some keys, where each release keeps its earliest. */
function put(index: Index, keys: string[], one: Planned): void {
  for (const key of keys) {
    const there = index.get(key) ?? new Map()
    const known = there.get(one.release_id)
    if (!known || one.releaseDate < known.releaseDate) there.set(one.release_id, one)
    index.set(key, there)
  }
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

/** What is planned, which grows as installations are given their days. */
export interface Plan {
  add: (one: Planned) => void
  /**
   * Finds what an installation clashes with (contract, `clash`): a lazy search, so that a caller who only needs to know
   * whether there is anything can stop at the first.
   */
  clashesOf: (one: Planned) => Generator<calendar.Clash>
}

/** @param all the installations of whole weeks */
export function planOf(all: readonly Planned[]): Plan {
  const companies: Index = new Map()
  const modules: Index = new Map()
  const add = (one: Planned) => {
    put(companies, [companyDay(one)], one)
    const monday = weekOf(one.company_day).from
    put(
      modules,
      one.modules.map(({ idmod }) => moduleWeek(idmod, monday)),
      one,
    )
  }
  function* clashesOf(one: Planned) {
    for (const other of others(companies.get(companyDay(one)), one)) yield clashOf('company', one.namecomp, other)
    const monday = weekOf(one.company_day).from
    for (const { idmod, namemod } of one.modules) {
      for (const other of others(modules.get(moduleWeek(idmod, monday)), one)) {
        yield clashOf('module', namemod, other)
      }
    }
  }
  for (const one of all) add(one)
  return { add, clashesOf }
}

/** Finds what installations clash with among all that are planned; `planOf` for a plan that does not grow. */
export const clashesAmong = (all: readonly Planned[]): Plan['clashesOf'] => planOf(all).clashesOf

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

/** Returns a clash as a sentence. */
export const clashInWords = ({ kind, name, title, day }: calendar.Clash): string =>
  kind === 'company'
    ? `${dayInWords(day)} у компании ${decodeName(name)} уже стоит установка релиза ${title}`
    : `На той же неделе (${dayInWords(day)}) устанавливается тот же модуль «${name}»: релиз ${title}`
