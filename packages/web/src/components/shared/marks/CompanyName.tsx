import { decodeName } from '@vypusk/contract'
import type { Company, lookups, ReplyOf } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../../api/lookups.ts'
import { Dim } from '../../kit/data-table/Dim.tsx'
import { shortNames } from './short-names.ts'

const namesOf = ({ companies }: ReplyOf<typeof lookups.companies>) => shortNames(companies)

/**
 * Returns a function for names that are short but distinguish the companies; until the other companies have loaded,
 * each name is shortened on its own.
 */
export function useCompanyNames(): (company: Company) => string {
  const { data } = useQuery({ ...companiesQuery, select: namesOf })
  return (company) =>
    data?.get(company.idcomp) ?? shortNames([company]).get(company.idcomp) ?? decodeName(company.namecomp)
}

/** A company in a list: a short name, with the full one in the tooltip. */
export function CompanyName({ company }: { company: Company }) {
  const nameOf = useCompanyNames()
  return <Dim title={decodeName(company.namecomp)}>{nameOf(company)}</Dim>
}
