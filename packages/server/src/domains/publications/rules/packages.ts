import type { publications } from '@vypusk/contract'

/** Decides which file of a release is for which of its customers (beyond.md, section 8). */

type Item = Pick<publications.Draft['list'][number], 'files' | 'packages' | 'customers' | 'modules'>

/** Modules by company. */
export type Uses = ReadonlyMap<number, ReadonlySet<number>>

const isFor = (idcomp: number, { modules, companies }: publications.DraftPackage, uses: Uses): boolean =>
  (companies.length === 0 || companies.includes(idcomp)) &&
  (modules.length === 0 || modules.some((idmod) => uses.get(idcomp)?.has(idmod)))

/** Whether the item restricts any file; otherwise every file goes to every customer. */
export const hasPackages = ({ packages }: Pick<Item, 'packages'>): boolean =>
  packages.some(({ modules, companies }) => modules.length > 0 || companies.length > 0)

/** The ids of the files that a company gets, in the order of the item's files. */
export function packageOf(item: Pick<Item, 'files' | 'packages'>, idcomp: number, uses: Uses): number[] {
  const byFile = new Map(item.packages.map((one) => [one.file_id, one]))
  return item.files.filter((id) => {
    const one = byFile.get(id)
    return one === undefined || isFor(idcomp, one, uses)
  })
}

/** The companies each file goes to; null if every file goes to all. */
export const packagesIn = (item: Item, uses: Uses): publications.FilePackage[] | null =>
  hasPackages(item)
    ? item.files.map((file_id) => ({
        file_id,
        modules: item.packages.find((one) => one.file_id === file_id)?.modules ?? [],
        companies: item.customers.filter((idcomp) => packageOf(item, idcomp, uses).includes(file_id)),
      }))
    : null

const strangers = (ids: number[], known: number[]) => ids.filter((id) => !known.includes(id))

/** The errors in the assignment of files, as sentences. */
export function packageProblems(item: Item, uses: Uses, nameOf: (file: number) => string): string[] {
  const { packages, files, modules, customers } = item
  const named = packages.map(({ file_id }) => file_id)
  const twice = named.filter((id, n) => named.indexOf(id) !== n)
  const nobodys = files.filter((id) => !customers.some((idcomp) => packageOf(item, idcomp, uses).includes(id)))
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
