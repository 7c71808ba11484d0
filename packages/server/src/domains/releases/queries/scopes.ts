import { sql, type NotNull } from 'kysely'
import { scopes } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { momentInJson } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import type { Releases } from './rows.ts'

/** A changed scope with all its texts; lists get the short form that `briefly` returns. */
export type Changed = scopes.ScopeDifference & { agreement_id: number; company_id: number }

interface Row {
  agreement_id: number
  company_id: number
  since: string
  scope_sha: string
  body: string
  agreed: string
  /** What staff settled last; null before that. */
  accepted: string | null
}

/** Parses a scope. Only the canonical text of this shape is ever stored or read. */
export const bodyOf = (text: string): scopes.ScopeBody => scopes.scopeBody.parse(JSON.parse(text))

/** Whether a scope differs from another by more than what modules are called. */
const isOther = (body: string, known: string | null) =>
  known === null || !scopes.isNoDifference(scopes.scopeDifferenceOf(bodyOf(known), bodyOf(body)))

const isChanged = ({ body, agreed, accepted }: Pick<Row, 'body' | 'agreed' | 'accepted'>) =>
  isOther(body, agreed) && isOther(body, accepted)

const differing = ({ body, agreed, accepted: _, ...row }: Row): Changed => ({
  ...row,
  ...scopes.scopeDifferenceOf(bodyOf(agreed), bodyOf(body)),
})

/** Selects the agreements of a release whose scope may have changed, for `jsonArrayFrom`. */
export const doubtsOf = (eb: Releases) =>
  eb
    .selectFrom('scopes_in_doubt as doubt')
    .select(['doubt.id as agreement_id', 'doubt.company_id', 'agreed_sha', 'accepted_sha'])
    .select(momentInJson('doubt.since').as('since'))
    .whereRef('doubt.release_id', '=', 'releases.id')
    .$narrowType<{ agreement_id: NotNull; company_id: NotNull; agreed_sha: NotNull }>()

type Doubt = Awaited<ReturnType<ReturnType<typeof doubtsOf>['execute']>>[number]

interface ScopesInput {
  release_id: number
  companies: number[]
  agreed: string[]
  accepted: (string | null)[]
}

/** Passes values known beforehand to the SQL function `scopes_of`, so that it is planned once and not at each call. */
const changesOfRelease = statement(
  (_, { release_id, companies, agreed, accepted }: ScopesInput) => sql<Omit<Row, 'agreement_id' | 'since'>>`
    select present.idcomp as company_id, sha256_of(present.body) as scope_sha, present.body, agreed.body as agreed,
      accepted.body as accepted
    from scopes_of(${release_id}::int, ${companies}::int[]) as present
    join unnest(${companies}::int[], ${agreed}::text[], ${accepted}::text[]) as given (company_id, agreed_sha, accepted_sha)
      on given.company_id = present.idcomp
    join scopes_for_releases as agreed on agreed.sha256 = given.agreed_sha
    left join scopes_for_releases as accepted on accepted.sha256 = given.accepted_sha
    -- Bodies and not sums: that is a tenth of the work.
    where present.body <> agreed.body and present.body is distinct from accepted.body`,
)

/** Returns the scopes of a release that differ from what was agreed and are not settled, all in one statement. */
export async function scopeChangesOf(db: Db, release_id: number, doubts: Doubt[]): Promise<Changed[]> {
  // Most releases have no scope in doubt, so nothing needs to be compared.
  if (doubts.length === 0) return []
  const changes = await changesOfRelease.all(db, {
    release_id,
    companies: doubts.map(({ company_id }) => company_id),
    agreed: doubts.map(({ agreed_sha }) => agreed_sha),
    accepted: doubts.map(({ accepted_sha }) => accepted_sha),
  })
  const byCompany = new Map(changes.filter(isChanged).map((row) => [row.company_id, row]))
  return doubts.flatMap(({ agreement_id, company_id, since }) => {
    const change = byCompany.get(company_id)
    return change ? [differing({ ...change, agreement_id, since })] : []
  })
}

const changesOfSome = statement(
  (_, { ids }: { ids: number[] }) => sql<Row>`
    select changed.agreement_id, changed.company_id, changed.since, changed.scope_sha, changed.body, agreed.body as agreed,
      accepted.body as accepted
    from scopes_in_doubt as doubt
    cross join lateral scope_changes_of(doubt.release_id, array[doubt.company_id]) as changed
    join scopes_for_releases as agreed on agreed.sha256 = changed.agreed_sha
    left join scopes_for_releases as accepted on accepted.sha256 = doubt.accepted_sha
    where doubt.id = any(${ids}::int[])`,
)

/** Returns the same for agreements of any releases, by agreement id. */
export async function scopeChangesBy(db: Db, ids: number[]): Promise<Map<number, Changed>> {
  if (ids.length === 0) return new Map()
  const changes = (await changesOfSome.all(db, { ids })).filter(isChanged)
  return new Map(changes.map((row) => [row.agreement_id, differing(row)]))
}

const parts = (all: scopes.ScopePart[]) => all.map(({ kind, id, title }) => ({ kind, id, title }))

/** The change without its texts; null for a client if the release is closed to clients. */
export const briefly = (changed: Changed | undefined, isOpen = true): scopes.ScopeChange | null =>
  changed && isOpen
    ? {
        since: changed.since,
        scope_sha: changed.scope_sha,
        added: parts(changed.added),
        removed: parts(changed.removed),
        changed: parts(changed.changed),
      }
    : null

const changedPairs = statement(
  (_, { ids }: { ids: number[] }) => sql<Omit<Row, 'agreement_id' | 'since' | 'scope_sha'> & { release_id: number }>`
    select doubt.release_id, changed.company_id, changed.body, agreed.body as agreed, accepted.body as accepted
    from (select distinct release_id from scopes_in_doubt where release_id = any(${ids}::int[])) as doubt
    cross join lateral scope_changes_of(doubt.release_id, null) as changed
    join scopes_in_doubt as one on one.id = changed.agreement_id
    join scopes_for_releases as agreed on agreed.sha256 = changed.agreed_sha
    left join scopes_for_releases as accepted on accepted.sha256 = one.accepted_sha`,
)

/** The companies whose agreed scope has changed and is not settled, as «release company». */
export async function changedCompanies(db: Db, release_ids: number[]): Promise<Set<string>> {
  const pairs = (await changedPairs.all(db, { ids: release_ids })).filter(isChanged)
  return new Set(pairs.map(({ release_id, company_id }) => `${release_id} ${company_id}`))
}
