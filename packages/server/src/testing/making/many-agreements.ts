import { sql, type Insertable } from 'kysely'
import type { DB } from '../../platform/db-types.gen.ts'
import { insertRows } from '../../platform/inserting.ts'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import type { TestApp } from '../app.ts'
import { makeRelease } from './make.ts'

/** Releases with so many companies that a statement for each of them would be noticed. */

const AT = '2026-03-02T09:00:00.000Z'

/** Creates a release with agreements of this many companies, whose dates were sent to them. */
export const manyAgreements = async (
  { deps }: TestApp,
  author_id: number,
  many: number,
  overrides: Partial<Insertable<DB['agreements']>> = {},
) => {
  const { rows } = await sql<{ idcomp: number }>`
    insert into companies (namecomp) select 'ООО «Одна из многих ' || known.last || '-' || n || '»'
    from (select max(idcomp) as last from companies) as known, generate_series(1, ${many}::int) as n
    returning idcomp`.execute(deps.db)
  const companies = rows.map(({ idcomp }) => idcomp)
  const release_id = await makeRelease(deps.db, { author_id, plan_date: '2026-07-01' }, { companies })
  const agreement = { release_id, author_id, releaseDate: '2026-07-02', releaseTime: '22:00', recipientsExtra: [] }
  const state = { by_rivc: true, sent_at: AT, heard_at: AT, created_at: AT, updated_at: AT, ...overrides }
  const made = await inTransaction({ deps, person: NOBODY }, (tx) =>
    insertRows(
      tx,
      'agreements',
      companies.map((company_id) => ({ ...agreement, ...state, company_id })),
    )
      .returning('id')
      .execute(),
  )
  return { release_id, companies, ids: made.map(({ id }) => id) }
}

const POLLING = /^select pg_notify|as "isTried" from "deliveries"/
/** What a new connection is set up with; whether one is opened depends on what else is going on. */
const CONNECTING = /^set timezone = /
/** Who calls is looked up unless it is remembered from a call before; whether it is depends on what is going on as well. */
const CALLER = /^select "users"\."id", .*"token_hash"/
const STEPS = new Set(['begin', 'commit'])

const BESIDE = [POLLING, CONNECTING, CALLER]

/**
 * How many statements an act has sent, without those that poll the state of its letters, set up connections or look up
 * the caller.
 */
export const countOf = (texts: string[]): number =>
  texts.filter((text) => !STEPS.has(text) && !BESIDE.some((each) => each.test(text))).length
