import { trackers, type BodyOf } from '@vypusk/contract'
import { accountOf, issuesAbove, issueWhole, TrackerFailure, type Redmine } from './redmine.ts'

/** The most requests at once: a Redmine serves few. */
const SIDE_BY_SIDE = 4

async function each<Item, Result>(items: Item[], ask: (item: Item) => Promise<Result>): Promise<Result[]> {
  const found: Result[] = []
  for (let at = 0; at < items.length; at += SIDE_BY_SIDE) {
    found.push(...(await Promise.all(items.slice(at, at + SIDE_BY_SIDE).map(ask))))
  }
  return found
}

const PEOPLE = new Set(['author', 'assigned_to', 'user'])

/** Every person in the data, found under the field names that hold people. */
function peopleIn(value: unknown, found: { id: number }[] = []): { id: number }[] {
  if (typeof value !== 'object' || value === null) return found
  for (const [name, inner] of Object.entries(value)) {
    if (PEOPLE.has(name) && hasId(inner)) found.push(inner)
    else peopleIn(inner, found)
  }
  return found
}

const hasId = (value: unknown): value is { id: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'

/** Adds login and email to each person, which lead to an account here: a name alone may belong to many people. */
async function nameAccounts(redmine: Redmine, issues: unknown[]): Promise<void> {
  const people = peopleIn(issues)
  const ids = [...new Set(people.map(({ id }) => id))]
  const accounts = new Map(await each(ids, async (id) => [id, await accountOf(redmine, id)] as const))
  for (const person of people) Object.assign(person, accounts.get(person.id))
}

/** Its issues have to be counted from the beginning, and one would be skipped after a deletion. */
const NOT_BY_NUMBER = 'Этот Redmine не отдаёт задачи по номерам: нужен Redmine 3.4 или новее'

/**
 * The next issues of a Redmine, ordered by number.
 * @param body `after` is the number of the last issue of the page before; without it they are counted from `offset` on
 */
export async function pageFrom(redmine: Redmine, body: BodyOf<typeof trackers.page>) {
  const { project, offset, after = null, comments } = body
  const found = await issuesAbove(redmine, after ?? 0, {
    include: 'attachments,relations',
    limit: trackers.PAGE,
    offset: after === null ? offset : 0,
    ...(project && { project_id: project }),
  })
  if (found.issues.some(({ id }) => id <= (after ?? 0))) throw new TrackerFailure(NOT_BY_NUMBER)
  const read = comments ? await each(found.issues, ({ id }) => issueWhole(redmine, id)) : found.issues
  const issues = read.filter((issue) => issue !== null)
  await nameAccounts(redmine, issues)
  const next = offset + found.issues.length
  // With a number, only the rest is counted.
  const total = found.total_count + (after === null ? 0 : offset)
  const isLast = found.issues.length === 0 || next >= total
  return { issues, total, next: isLast ? null : next, last: found.issues.at(-1)?.id ?? null }
}
