import type { Company, publications } from '@vypusk/contract'
import { countOf } from '../../ui/plural.ts'

const TIMES = ['раз', 'раза', 'раз'] as const

export const timesInWords = (times: number): string => countOf(times, TIMES)

type Item = Pick<publications.PublicationItem, 'files' | 'customers' | 'notPublishingList'>
type Download = Pick<publications.PublicationDownload, 'file' | 'company' | 'isWhole'>

/** Companies with every file that is theirs, and those that lack one; who gets no files is not waited for. */
export function fetchedBy(list: readonly Item[], downloads: readonly Download[]): { done: number; rest: Company[] } {
  const fetched = new Set(
    downloads.flatMap(({ file, company, isWhole }) => (company && isWhole ? [`${company.idcomp} ${file.id}`] : [])),
  )
  const awaited = new Map<number, { company: Company; isDone: boolean }>()
  for (const { files, customers, notPublishingList } of list) {
    for (const company of customers.filter(({ idcomp }) => files.length > 0 && !notPublishingList.includes(idcomp))) {
      const isDone = files.every(({ id }) => fetched.has(`${company.idcomp} ${id}`))
      const before = awaited.get(company.idcomp)?.isDone ?? true
      awaited.set(company.idcomp, { company, isDone: before && isDone })
    }
  }
  const all = [...awaited.values()]
  const rest = all.filter(({ isDone }) => !isDone).map(({ company }) => company)
  return { done: all.length - rest.length, rest }
}
