import { decodeName } from '@vypusk/contract'
import type { Company } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../../api/lookups.ts'
import { Dim } from '../../kit/data-table/Dim.tsx'
import { shortNames } from './short-names.ts'

type Names = ReturnType<typeof shortNames>

const NONE: Company[] = []

/** Worked out once for all the cells of a list. */
const known = new WeakMap<Company[], Names>()

/** A hidden company is not among those offered; it is told apart from the one that has its name now. */
function nameBeside(offered: Company[], company: Company): string {
  const names = known.get(offered) ?? shortNames(offered)
  known.set(offered, names)
  return names.get(company.idcomp) ?? shortNames([...offered, company]).get(company.idcomp) ?? ''
}

/**
 * Returns a function for names that are short but distinguish the companies; until the other companies have loaded,
 * each name is shortened on its own.
 */
export function useCompanyNames(): (company: Company) => string {
  const { data } = useQuery(companiesQuery)
  return (company) => nameBeside(data?.companies ?? NONE, company)
}

/** What tells a company from its namesake; a narrow column cuts it off. */
const NUMBER = / \(№ \d+\)$/

/** A company in a list: a short name, with the full one in the tooltip. */
export function CompanyName({ company }: { company: Company }) {
  const name = useCompanyNames()(company)
  return <Dim title={decodeName(company.namecomp) + (NUMBER.exec(name)?.[0] ?? '')}>{name}</Dim>
}
