import { decodeName, type Company } from '@vypusk/contract'
import { fullNames } from '../marks/full-names.ts'

/**
 * The companies to choose from, undefined while they load. A hidden company cannot be chosen, but who belongs to one is
 * shown with it.
 * @param own where the person or service belongs now
 */
export function companyChoices(companies: readonly Company[] | undefined, own: Company | null = null) {
  if (!companies) return undefined
  const isMissing = own !== null && !companies.some(({ idcomp }) => idcomp === own.idcomp)
  const all = isMissing ? [own, ...companies] : companies
  const nameOf = fullNames(all)
  return all.map((one) => ({ value: String(one.idcomp), label: nameOf(one) }))
}

export const hiddenName = (name: string): string => `${name} (скрыта)`

/**
 * Returns how companies are named where both values of a conflict are shown: a hidden one is not among those offered, and
 * has its name from the thing itself.
 * @param own the companies of the thing, as it was opened and as the other person has saved it
 */
export const companyNaming =
  (offered: readonly Company[] | undefined, own: readonly (Company | null | undefined)[]) =>
  (id: number | null): string => {
    if (id === null) return '–'
    const isIt = (one: Company | null | undefined) => one?.idcomp === id
    const known = offered?.find(isIt)
    if (known) return decodeName(known.namecomp)
    const former = own.find(isIt)
    const name = former ? decodeName(former.namecomp) : `№ ${id}`
    return offered ? hiddenName(name) : name
  }
