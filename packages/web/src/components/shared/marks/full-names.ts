import { decodeName, nameAmong } from '@vypusk/contract'
import type { Company } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../../api/lookups.ts'

const named = ({ idcomp, namecomp }: Company) => ({ id: idcomp, name: decodeName(namecomp) })

/** Returns a function for the full names of companies that are listed together. */
export function fullNames(listed: readonly Company[]): (company: Company) => string {
  const all = listed.map(named)
  return (company) => nameAmong(all, named(company))
}

/** The same for companies of any screen: a hidden one is told apart from the one that has its name now. */
export function useFullNames(listed: readonly Company[] = []): (company: Company) => string {
  const { data } = useQuery(companiesQuery)
  return fullNames([...(data?.companies ?? []), ...listed])
}
