import { decodeName } from '@vypusk/contract'
import type { Company } from '@vypusk/contract'

const QUOTED = /[«"](.+)[»"]/

/** Returns the part of each company's name in quotes if it is unique, otherwise the full name. */
export function shortNames(companies: readonly Company[]): Map<number, string> {
  const names = companies.map(({ idcomp, namecomp }) => {
    const whole = decodeName(namecomp)
    return { idcomp, whole, short: QUOTED.exec(whole)?.[1] ?? whole }
  })
  const bearers = Map.groupBy(names, ({ short }) => short)
  return new Map(names.map(({ idcomp, whole, short }) => [idcomp, bearers.get(short)?.length === 1 ? short : whole]))
}
