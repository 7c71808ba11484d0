import type { Value } from './binary.ts'
import type { Loader } from './copy.ts'
import { startOf, type Day } from './time.ts'

/** The tracker that the demo's tasks come from, and its address. */
export const TRACKER = { name: 'Redmine', url: 'https://tracker.example' }
const DAYS_AGO = 30

/** Writes the Redmine that the tasks under requests come from; it is not read, since its address does not exist. */
export function writeTracker(load: Loader, today: Day): void {
  const { name, url } = TRACKER
  load.add('trackers', [1, name, url, 'demo', 'Заявка', false, startOf(today - DAYS_AGO), startOf(today)])
}

/** One request in so many was imported from the previous system. */
const EACH = 40
const SOURCE = 'Jira'
const PEOPLE = ['Ольга Смирнова', 'Иван Карташов', 'Пётр Лебедев']

/** The source of a request and its key there; nulls for one that was created here. */
export const origin = (id: number): [source: string | null, key: string | null] =>
  id % EACH === 0 ? [SOURCE, `MDL-${40_000 + id}`] : [null, null]

/** Writes what the import contained about it, with people who have no account here. */
export function writeOrigin(load: Loader, { id, e_title }: { id: number; e_title: string }, at: Value): void {
  if (id % EACH !== 0) return
  const person = PEOPLE[(id / EACH) % PEOPLE.length] ?? ''
  const row = { e_title, origin: { author: person, versions: [`2.${(id / EACH) % 9}`], labels: ['перенос'] } }
  load.add('imported_rows', [id, JSON.stringify(row), at])
}
