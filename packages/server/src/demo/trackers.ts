import type { Value } from './binary.ts'
import type { Loader } from './copy.ts'
import { startOf, type Day } from './time.ts'

/** What the demo's tasks are said to be of, and where that would be. */
export const TRACKER = { name: 'Redmine', url: 'https://tracker.example' }
const DAYS_AGO = 30

/** The Redmine whose tasks stand under the requests; it is not read, since nobody answers at its address. */
export function writeTracker(load: Loader, today: Day): void {
  const { name, url } = TRACKER
  load.add('trackers', [1, name, url, 'demo', 'Заявка', false, startOf(today - DAYS_AGO), startOf(today)])
}

/** Every so many requests have come from the system that was there before. */
const EACH = 40
const SOURCE = 'Jira'
const PEOPLE = ['Ольга Смирнова', 'Иван Карташов', 'Пётр Лебедев']

/** Where a request came from: the source and its key there; nothing for one that was made here. */
export const origin = (id: number): [source: string | null, key: string | null] =>
  id % EACH === 0 ? [SOURCE, `MDL-${40_000 + id}`] : [null, null]

/** What the import said of it, by people who have no account here. */
export function writeOrigin(load: Loader, { id, e_title }: { id: number; e_title: string }, at: Value): void {
  if (id % EACH !== 0) return
  const person = PEOPLE[(id / EACH) % PEOPLE.length] ?? ''
  const row = { e_title, origin: { author: person, versions: [`2.${(id / EACH) % 9}`], labels: ['перенос'] } }
  load.add('imported_rows', [id, JSON.stringify(row), at])
}
