import { trackers, type BodyOf } from '@vypusk/contract'
import { accountOf, issuesBy, issueWhole, type Redmine } from './redmine.ts'

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

/** The issues of a Redmine from an offset on, ordered by number. */
export async function pageFrom(redmine: Redmine, { project, offset, comments }: BodyOf<typeof trackers.page>) {
  const found = await issuesBy(redmine, {
    sort: 'id:asc',
    include: 'attachments,relations',
    limit: trackers.PAGE,
    offset,
    ...(project && { project_id: project }),
  })
  const read = comments ? await each(found.issues, ({ id }) => issueWhole(redmine, id)) : found.issues
  const issues = read.filter((issue) => issue !== null)
  await nameAccounts(redmine, issues)
  const next = offset + found.issues.length
  const isLast = found.issues.length === 0 || next >= found.total_count
  return { issues, total: found.total_count, next: isLast ? null : next }
}
