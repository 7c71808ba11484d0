import { decodeName } from '@vypusk/contract'
import type { Company } from '@vypusk/contract'

const QUOTED = /[«"](.+)[»"]/

/** Returns the part of each company's name in quotes if it is unique, otherwise the full name. */
export function shortNames(companies: readonly Company[]): Map<number, string> {
  const short = companies.map(({ namecomp }) => QUOTED.exec(decodeName(namecomp))?.[1] ?? decodeName(namecomp))
  return new Map(
    companies.map(({ idcomp, namecomp }, at) => {
      const name = short[at] ?? ''
      return [idcomp, short.indexOf(name) === short.lastIndexOf(name) ? name : decodeName(namecomp)]
    }),
  )
}
