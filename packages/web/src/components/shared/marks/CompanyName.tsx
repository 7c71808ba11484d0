import { decodeName } from '@vypusk/contract'
import type { Company, lookups, ReplyOf } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../../api/lookups.ts'
import { Dim } from '../../kit/data-table/Dim.tsx'
import { shortNames } from './short-names.ts'

const namesOf = ({ companies }: ReplyOf<typeof lookups.companies>) => shortNames(companies)

/** By what companies are told apart; each for itself until it is known what others there are. */
export function useCompanyNames(): (company: Company) => string {
  const { data } = useQuery({ ...companiesQuery, select: namesOf })
  return (company) =>
    data?.get(company.idcomp) ?? shortNames([company]).get(company.idcomp) ?? decodeName(company.namecomp)
}

/** A company in a list: short, and whole under the pointer. */
export function CompanyName({ company }: { company: Company }) {
  const nameOf = useCompanyNames()
  return <Dim title={decodeName(company.namecomp)}>{nameOf(company)}</Dim>
}
