import type { Making as Around } from './agreement-shapes.ts'
import { decode } from './company-names.ts'
import type { JournalRecord } from './journal.ts'
import type { Company, Person } from './people.ts'
import { type Moment, duringWork, soonAfter, startOf } from './time.ts'

interface Making extends Around {
  /** Returns the next id of a download. */
  downloadIds: () => number
}

const HOUR = 3_600_000

export const canGet = ({ email, is_blocked }: Person): boolean => email !== null && !is_blocked

/** One release of a publication, as handed to its companies. */
export interface HandedItem {
  id: number
  release_id: number
  title: string
  own: Company[]
  filesFor: (company: Company) => { id: number; size: number }[]
}

/** A company's receipt for a release, and the chain that it is recorded in. */
interface Receipt {
  pair: { release_id: number; company_id: number }
  record: JournalRecord
}

interface HandedPublication {
  id: number
  at: Moment
  items: HandedItem[]
}

/**
 * Writes what companies did with what they were handed: opened, downloaded, compared with their own copy, confirmed.
 */
export function makeReceipts(making: Making, { id, at, items }: HandedPublication): void {
  const { random, load, today, journal } = making
  const end = startOf(today) - 60_000
  const receipts: Receipt[] = []
  const opened = new Set<Person>()
  for (const item of items) {
    for (const company of item.own) {
      const got = fetchFiles(making, company, item, at)
      if (!got) continue
      const { person, last } = got
      // A separate source of chance, so that data generated later does not change.
      const chance = random.fork(`receipts of ${item.id} ${company.idcomp}`)
      if (!opened.has(person)) {
        load.add('publication_openings', [id, person.id, duringWork(Math.min(at + HOUR, end)), company.idcomp])
      }
      opened.add(person)
      const checked = chance.chance(0.33) ? item.filesFor(company) : []
      for (const file of checked)
        load.add('publication_checks', [id, file.id, person.id, duringWork(last), company.idcomp])
      if (chance.chance(0.8)) receipts.push(...confirmReceipts(making, { item, company, chance, ...got }))
    }
  }
  for (const { pair, record } of receipts.toSorted((a, b) => a.record.at - b.record.at))
    journal.of('publication', id, pair)(record)
}

/** In days; the last company has not downloaded files of later publications yet, and is to be reminded. */
const LATELY = 28

/** Six companies in ten have downloaded their files, each by one person within a few days. */
function fetchFiles({ random, load, today, downloadIds }: Making, company: Company, item: HandedItem, at: Moment) {
  const person = company.people.find(canGet)
  if (!person || !random.chance(0.6)) return null
  if (at > startOf(today - LATELY) && company === item.own.at(-1)) return null
  const end = startOf(today) - 60_000
  let last = at
  for (const { id: file_id, size } of item.filesFor(company)) {
    const got = soonAfter(random, Math.min(at + HOUR, end), Math.min(at + 120 * HOUR, end))
    load.add('file_downloads', [downloadIds(), file_id, person.id, duringWork(got), size, 0, company.idcomp])
    last = Math.max(last, got)
  }
  return { person, last }
}

interface Fetched {
  item: HandedItem
  company: Company
  person: Person
  last: Moment
  chance: Making['random']
}

/** The company confirms that it received the release; most also confirm that it is installed. */
function confirmReceipts({ load, today }: Making, { item, company, person, last, chance }: Fetched): Receipt[] {
  const end = startOf(today) - 60_000
  const received = soonAfter(chance, Math.min(last + HOUR, end), Math.min(last + 48 * HOUR, end))
  const installed = soonAfter(chance, Math.min(received + HOUR, end), Math.min(received + 240 * HOUR, end))
  const marks: [kind: string, at: Moment][] = [['received', received]]
  if (chance.chance(0.75)) marks.push(['installed', installed])
  for (const [kind, at] of marks) {
    load.add('publication_receipts', [item.id, company.idcomp, kind, person.id, duringWork(at)])
  }
  const after = `${decode(company.namecomp)}: ${item.title}`
  const pair = { release_id: item.release_id, company_id: company.idcomp }
  return marks.map(([field, at]) => ({ pair, record: { field, before: null, after, person, at } }))
}
