import { decodeName, type Company } from '@vypusk/contract'

/**
 * The companies to choose from, undefined while they load. A hidden company cannot be chosen, but who belongs to one is
 * shown with it.
 * @param own where the person or service belongs now
 */
export function companyChoices(companies: readonly Company[] | undefined, own: Company | null = null) {
  if (!companies) return undefined
  const isMissing = own !== null && !companies.some(({ idcomp }) => idcomp === own.idcomp)
  const all = isMissing ? [own, ...companies] : companies
  return all.map(({ idcomp, namecomp }) => ({ value: String(idcomp), label: decodeName(namecomp) }))
}
