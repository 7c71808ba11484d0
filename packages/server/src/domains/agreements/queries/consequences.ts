import { jsonBuildObject } from 'kysely/helpers/postgres'
import { sql } from 'kysely'
import type { consequences } from '@vypusk/contract'
import type { Call, Db } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inRussianOrder, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { companyDay, companyZone } from '../../calendars/port.ts'
import { releasesFor, type ReleaseFacts } from '../../releases/port.ts'
import {
  changesOfRelease,
  consequenceOf,
  heardOf,
  isWithdrawal,
  saidToCompany,
  releaseStateOf,
  type Change,
  type Consequence,
  type Heard,
} from '../rules/consequences.ts'
import { agreementsConcerned, livingAgreements } from './affected.ts'
import { isPublished } from './agreements.ts'

/** Previews the consequences of a change, using the same table that carries the change out. */

type Body = Call<typeof consequences.foresee>['body']
/** The agreements that one kind of change affects. */
interface Reached {
  change: Change
  ids: number[]
}

/** Returns the agreements affected by saving releases; each release affects only its own. */
async function reachedBySaving(
  db: Db,
  releases: (Body & { change: 'releases_saved' })['releases'],
): Promise<Reached[]> {
  const facts = await releasesFor(
    db,
    releases.map(({ id }) => id),
  )
  const known = new Map(facts.map((release) => [release.id, releaseStateOf(release)]))
  const happening = releases.flatMap(({ id: release_id, ...intended }) => {
    const before = known.get(release_id)
    if (!before) throw refuse('not_found')
    const after = { ...before, ...withoutUndefined(intended) }
    return changesOfRelease(before, after).map((reached) => ({ release_id, ...reached }))
  })
  const concerned = await agreementsConcerned(db, happening)
  return happening.map(({ change }, index) => ({ change, ids: concerned[index] ?? [] }))
}

const withoutUndefined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ReleaseFacts>

async function ofOneRelease(db: Db, change: Change, release_id: number): Promise<Reached[]> {
  const [release] = await releasesFor(db, [release_id])
  if (!release) throw refuse('not_found')
  const [ids = []] = await agreementsConcerned(db, [{ release_id, companies: 'all' }])
  return [{ change, ids }]
}

async function reachedBy(db: Db, body: Body): Promise<Reached[]> {
  if (body.change === 'releases_saved') return reachedBySaving(db, body.releases)
  if (body.change === 'release_deleted') return ofOneRelease(db, 'release_deleted', body.release_id)
  if (body.change === 'release_closed') return ofOneRelease(db, 'release_closed', body.release_id)
  if (body.change === 'release_reopened') return ofOneRelease(db, 'release_reopened', body.release_id)
  if (body.change === 'release_withdrawn') return ofOneRelease(db, 'withdrawn_by_hand', body.release_id)
  if (body.change === 'agreements_deleted') return [{ change: 'agreement_deleted', ids: body.ids }]
  if (body.change === 'agreements_withdrawn') return [{ change: 'withdrawn_by_hand', ids: body.ids }]
  const found = await livingAgreements.all(db, { company_id: body.company_id })
  return [{ change: 'company_hidden', ids: found.map(({ id }) => id) }]
}

/** Who was asked, who offered another date and who raised a remark that is not closed. */
const whoActed = sql`
  select ar.user_id from asked_people ar where ar.agreement_id = a.id
  union all
  select o.user_id from agreement_offers o where o.agreement_id = a.id and o.state = 'open'
  union all
  select t.author_id from shared_threads t where t.agreement_id = a.id and t.state <> 'closed'`

/** The same, with who stands in for them. */
const whoWaits = sql`
  ${whoActed}
  union all
  select acting.substitute_id from shared_substitutes acting where acting.user_id in (${whoActed})`

/**
 * Returns the agreements that are not deleted, with the fields that the table and the preview need, ordered by company.
 */
const statesOf = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .innerJoin('shared_companies as c', 'c.idcomp', 'a.company_id')
    .select(['a.id', 'a.by_rivc', 'a.by_client', 'a.heard_at', 'a.releaseDate', 'a.releaseTime', 'a.recipientsExtra'])
    .select((eb) => [
      jsonBuildObject({ idcomp: eb.ref('c.idcomp'), namecomp: eb.ref('c.namecomp') }).as('company'),
      jsonBuildObject({ id: eb.ref('r.id'), name: eb.ref('r.title') }).as('release'),
      isPublished.as('published'),
      companyDay('a').as('company_day'),
      companyZone('a').as('company_zone'),
      sql<string[]>`array(
        select u.name from shared_users u
        where u.id in (${whoWaits}) and u.idcomp = a.company_id and u.email is not null and not u.is_blocked
          and u.deleted_at is null
        order by u.name, u.id)`.as('people'),
    ])
    .where('a.id', '=', oneOf(ids))
    .where('a.deleted_at', 'is', null)
    .orderBy(inRussianOrder('c.namecomp'))
    .orderBy('a.id'),
)
type Row = Awaited<ReturnType<typeof statesOf.all>>[number]

const SHOWN = ['gone', 'offered', 'marked', 'called_off', 'resumed'] as const
/** Those of whom the people who were asked get, or may get, a letter. */
const WRITTEN = new Set<consequences.Foreseen['kind']>(['withdrawn', 'offered', 'called_off', 'resumed'])

function kindOf(consequence: Consequence, state: Heard): consequences.Foreseen['kind'] | null {
  if (isWithdrawal(consequence, state)) return 'withdrawn'
  return SHOWN.find((kind) => kind === consequence) ?? null
}

/** Returns the consequence for one agreement; null when the change leaves it as it is. */
function foreseenOf(row: Row, change: Change, plan_date: string | undefined): consequences.Foreseen | null {
  const state = heardOf(row)
  const kind = kindOf(consequenceOf(change, state, row.published), state)
  const isBehind = row.company_day !== null && plan_date !== undefined && row.company_day < plan_date
  if (kind === null || (kind === 'marked' && !isBehind)) return null
  return {
    agreement_id: row.id,
    release: row.release,
    company: row.company,
    kind,
    said: saidToCompany(change),
    agreed: state === 'agreed',
    releaseDate: row.releaseDate,
    releaseTime: row.releaseTime,
    zone: installationZone(),
    company_zone: row.company_zone,
    addressees: WRITTEN.has(kind) ? [...row.people, ...row.recipientsExtra] : [],
  }
}

/** Returns what an intended change would mean for the companies that were asked; changes nothing. */
export async function foreseen(db: Db, body: Body): Promise<{ consequences: consequences.Foreseen[] }> {
  const planned = new Map(
    body.change === 'releases_saved' ? body.releases.map(({ id, plan_date }) => [id, plan_date]) : [],
  )
  const found: consequences.Foreseen[] = []
  for (const { change, ids } of await reachedBy(db, body)) {
    const rows = await statesOf.all(db, { ids })
    found.push(...rows.flatMap((row) => foreseenOf(row, change, planned.get(row.release.id)) ?? []))
  }
  return { consequences: found }
}
