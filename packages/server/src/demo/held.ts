import type pg from 'pg'
import type { Agreement, Hold, Making } from './agreement-shapes.ts'
import type { Company } from './people.ts'
import { isDone, type Release, STEP } from './releases.ts'
import { type Day, duringWork, startOf } from './time.ts'

/** An unfinished release that is held up in every possible way, each by a different company if there are enough. */
export interface Held {
  release: Release
  by: ReadonlyMap<Hold, Company>
}

/** Its dates are at least this many days ahead, so that none of it is over at the first start. */
export const AHEAD = 6
const DEMO_COMPANIES = 2

const requestsOf = ({ tried }: Release, { idcomp }: Company) => tried.filter((one) => one.idcomp === idcomp).length

/**
 * Companies that can serve as examples, those with most requests to try first. The demo clients have agreements of
 * their own.
 */
const shownOf = (release: Release): Company[] =>
  release.companies
    .filter((company) => company.idcomp > DEMO_COMPANIES && !release.notPublishing.includes(company))
    .toSorted((one, other) => requestsOf(release, other) - requestsOf(release, one))

/** Among the releases currently being agreed, the one with most companies that have something to try. */
export function heldOf(releases: readonly Release[]): Held | undefined {
  const worth = (release: Release) =>
    shownOf(release).filter((company) => requestsOf(release, company) > 0).length * 100 + shownOf(release).length
  const [release] = releases
    .filter((one) => one.step_id >= STEP.testing && !isDone(one))
    .toSorted((one, other) => worth(other) - worth(one))
  if (!release) return undefined
  const [first, second, third, fourth, fifth, sixth] = shownOf(release)
  const by = new Map<Hold, Company>()
  for (const [hold, company] of [
    ['remark', first],
    ['scope', second],
    ['waiting', third ?? first],
    ['test', fourth ?? second],
    ['freeze', fifth ?? first],
    ['offer', sixth ?? third ?? first],
  ] as const) {
    if (company) by.set(hold, company)
  }
  return { release, by }
}

/** What a company of a release is an example of. */
export const holdsOf = (held: Held | undefined, release: Release, company: Company): ReadonlySet<Hold> =>
  new Set(held?.release === release ? [...held.by].flatMap(([hold, shown]) => (shown === company ? [hold] : [])) : [])

/** The company closes the day that it has agreed to. */
export function closeDay(
  { load }: Making,
  { company, author, releaseDate, course }: Agreement,
  freeze_id: number,
): void {
  const days = [releaseDate - 1, releaseDate + 1]
  const at = duringWork(course.updated_at)
  load.add('freezes', [freeze_id, company.idcomp, ...days, 'Ревизия: систему не трогаем', author.id, at])
}

/** Removes from the agreed scope what was added to the release since. Called when its rows can be read. */
export async function changeScope(
  client: pg.ClientBase,
  { id, release, company }: Agreement,
  today: Day,
): Promise<void> {
  const { rows } = await client.query<{ body: string }>('select body from scopes_of($1, array[$2::int])', [
    release.id,
    company.idcomp,
  ])
  const [present] = rows
  if (!present) throw new Error('a release without its company')
  const now = JSON.parse(present.body) as { requests: unknown[]; terms: string }
  const agreed = { ...now, requests: now.requests.slice(1), terms: 'Установка без остановки системы.' }
  const bodies = [JSON.stringify(agreed), present.body]
  await client.query(
    'insert into scopes (sha256, format, body) select sha256_of(body), 1, body from unnest($1::text[]) as body on conflict do nothing',
    [bodies],
  )
  await client.query(
    `update agreements set agreed_sha = sha256_of($2), accepted_sha = sha256_of($2), told_sha = sha256_of($2),
      seen_sha = sha256_of($3), scope_changed_at = $4 where id = $1`,
    [id, ...bodies, new Date(duringWork(startOf(today - 1))).toISOString()],
  )
}
