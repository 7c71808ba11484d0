import { decodeName, nameAmong } from '@vypusk/contract'
import type { Company } from '@vypusk/contract'

const QUOTED = /[«"](.+)[»"]/

/**
 * Returns the part of each company's name in quotes if it is unique, otherwise the full name; a hidden company and the
 * one that has its name now are told apart.
 */
export function shortNames(companies: readonly Company[]): Map<number, string> {
  const names = companies.map(({ idcomp, namecomp }) => {
    const name = decodeName(namecomp)
    return { id: idcomp, name, short: QUOTED.exec(name)?.[1] ?? name }
  })
  const bearers = Map.groupBy(names, ({ short }) => short)
  return new Map(
    names.map((one) => {
      const near = bearers.get(one.short) ?? []
      const name = nameAmong(near, one)
      return [one.id, near.every((other) => other.name === one.name) ? name.replace(one.name, () => one.short) : name]
    }),
  )
}
