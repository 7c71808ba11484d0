import type { Company, publications } from '@vypusk/contract'

/** The companies that got something of the publication, without duplicates, by name. */
export function customersOf({ list }: Pick<publications.Publication, 'list'>): Company[] {
  const got = list.flatMap(({ customers, notPublishingList }) =>
    customers.filter(({ idcomp }) => !notPublishingList.includes(idcomp)),
  )
  const once = new Map(got.map((company) => [company.idcomp, company]))
  return [...once.values()].toSorted((a, b) => a.namecomp.localeCompare(b.namecomp, 'ru'))
}
