import type { publications } from '@vypusk/contract'

/** Decides which file of a release is for which of its customers (beyond.md, section 8). */

type Item = Pick<publications.Draft['list'][number], 'files' | 'packages' | 'customers' | 'modules'>

/** Modules by company. */
export type Uses = ReadonlyMap<number, ReadonlySet<number>>

interface Restriction {
  modules: number[]
  companies: ReadonlySet<number>
}

const isFor = (idcomp: number, { modules, companies }: Restriction, uses: Uses): boolean =>
  (companies.size === 0 || companies.has(idcomp)) &&
  (modules.length === 0 || modules.some((idmod) => uses.get(idcomp)?.has(idmod)))

/** Whether the item restricts any file; otherwise every file goes to every customer. */
export const hasPackages = ({ packages }: Pick<Item, 'packages'>): boolean =>
  packages.some(({ modules, companies }) => modules.length > 0 || companies.length > 0)

/**
 * Returns a function that gives the ids of the files that a company gets, in the order of the item's files. It is made
 * once for all companies: there may be hundreds of them, and of files.
 */
export function packagesOf({ files, packages }: Pick<Item, 'files' | 'packages'>, uses: Uses) {
  const byFile = new Map(
    packages.map(({ file_id, modules, companies }) => [file_id, { modules, companies: new Set(companies) }]),
  )
  const byCompany = new Map<number, number[]>()
  return (idcomp: number): number[] => {
    const known = byCompany.get(idcomp)
    if (known) return known
    const own = files.filter((id) => {
      const one = byFile.get(id)
      return one === undefined || isFor(idcomp, one, uses)
    })
    byCompany.set(idcomp, own)
    return own
  }
}

/** The customers each file goes to, in their order. */
export function customersByFile(item: Pick<Item, 'files' | 'packages' | 'customers'>, uses: Uses) {
  const packageOf = packagesOf(item, uses)
  const byFile = new Map(item.files.map((id): [number, number[]] => [id, []]))
  for (const idcomp of item.customers) for (const id of packageOf(idcomp)) byFile.get(id)?.push(idcomp)
  return byFile
}

/** The companies each file goes to; null if every file goes to all. */
export function packagesIn(item: Item, uses: Uses): publications.FilePackage[] | null {
  if (!hasPackages(item)) return null
  const modules = new Map(item.packages.map((one) => [one.file_id, one.modules]))
  const customers = customersByFile(item, uses)
  return item.files.map((file_id) => ({
    file_id,
    modules: modules.get(file_id) ?? [],
    companies: customers.get(file_id) ?? [],
  }))
}

/** Those of the ids that are not among the known ones. */
export function strangers(ids: number[], known: Iterable<number>): number[] {
  const all = new Set(known)
  return ids.filter((id) => !all.has(id))
}

/** The errors in the assignment of files, as sentences. */
export function packageProblems(item: Item, uses: Uses, nameOf: (file: number) => string): string[] {
  const { packages, files, modules, customers } = item
  const named = packages.map(({ file_id }) => file_id)
  const seen = new Set<number>()
  const twice = named.filter((id) => seen.size === seen.add(id).size)
  const getting = customersByFile(item, uses)
  const nobodys = files.filter((id) => getting.get(id)?.length === 0)
  return [
    ...strangers(named, files).map((id) => `Файла нет среди файлов релиза: ${id}`),
    ...twice.map((id) => `Файл указан дважды: ${nameOf(id)}`),
    ...packages.flatMap(({ file_id, modules: own }) =>
      strangers(own, modules).map((idmod) => `Модуля ${idmod} нет в публикации: ${nameOf(file_id)}`),
    ),
    ...packages.flatMap(({ file_id, companies }) =>
      strangers(companies, customers).map((idcomp) => `Компания ${idcomp} не получает релиз: ${nameOf(file_id)}`),
    ),
    ...(customers.length === 0 ? [] : nobodys.map((id) => `Файл не достаётся никому: ${nameOf(id)}`)),
  ]
}

/** Companies grouped by the files they get, the largest set first. */
export function setsOf(companies: number[], filesFor: (idcomp: number) => number[]) {
  const groups = Map.groupBy(companies, (idcomp) => filesFor(idcomp).join())
  return [...groups.values()]
    .map((own) => ({ companies: own, files: own[0] === undefined ? [] : filesFor(own[0]) }))
    .toSorted((a, b) => b.files.length - a.files.length)
}
