import { decodeName } from '@vypusk/contract'
import type { Company, lookups, ReplyOf } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../../api/lookups.ts'
import { Dim } from '../../kit/data-table/Dim.tsx'
import { shortNames } from './short-names.ts'

type Companies = ReplyOf<typeof lookups.companies>
type Names = ReturnType<typeof shortNames>

/** Worked out once for all the cells of a list. */
const known = new WeakMap<Companies, Names>()

function namesOf(reply: Companies): Names {
  const names = known.get(reply) ?? shortNames(reply.companies)
  known.set(reply, names)
  return names
}

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
