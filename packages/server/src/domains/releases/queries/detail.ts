import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import { releases, type requests, type scopes } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Db } from '../../../platform/call.ts'
import { momentOf, type Clock } from '../../../platform/clock.ts'
import { historyOf } from '../../../platform/history.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { asCompany, eyesOf, type Viewer as Eyes } from '../../access/port.ts'
import { issuesOf, NO_ISSUES, requestRows } from '../../requests/port.ts'
import { COMPANY_NOT_IN_RELEASE, releasePolicy, TOO_MUCH_WORK } from '../policy.ts'
import { readiness, type CompanyState } from '../rules/readiness.ts'
import { agreementsOf, shownAgreements } from './agreements.ts'
import { busyOf, busyWith, calculationOf, goneAmong, plannedTimes } from './calculation.ts'
import { factsOf, idsOf, mustSee, type ReleaseFacts } from './facts.ts'
import { goneUsersOf, joined, toRow, uncountedOf, type Viewer } from './rows.ts'
import { unnamedOf } from './unnamed.ts'
import { briefly, doubtsOf, scopeChangesOf, type Changed } from './scopes.ts'
import {
  allFiles,
  issuesInfo,
  notPublishingOf,
  ownFilesOf,
  readyOf,
  requestTexts,
  stepChangesOf,
  stepsHistory,
} from './parts.ts'

/** The reader of a release, and the clock that decides what has passed. */
export interface Reader {
  person: Viewer
  deps: { db: Db; clock: Clock }
}

interface DetailCall extends Reader {
  params: { id: number }
  query: { as_company?: number | undefined }
}

/**
 * The reader of a call. Staff may read as one of the release's companies: the same queries then return what its people
 * will see.
 */
export async function readerOf({ person, deps, params, query }: DetailCall): Promise<Reader> {
  if (!query.as_company || !person.isRivc) return { person, deps }
  const { companies } = await seenRelease(deps.db, person, params.id)
  if (!companies.includes(query.as_company)) throw refuseField('as_company', COMPANY_NOT_IN_RELEASE)
  return { person: asCompany(person, query.as_company), deps }
}

/** Returns the release if the person may see it. @throws 404, 403 */
export const seenRelease = async (db: Db, person: Viewer, id: number): Promise<ReleaseFacts> =>
  mustSee(person, (await factsOf(db, [id]))[0])

const texts = statement((db, { id }: { id: number }) =>
  db.selectFrom('releases').select(['terms', 'description', 'comment']).where('id', '=', id),
)

async function textsOf(db: Db, id: number) {
  const own = await texts.first(db, { id })
  if (!own) throw refuse('not_found')
  return own
}

/** A release with everything that belongs to it; parts for staff are read only if the viewer is staff. */
const wholes = statement((db, { viewer, id, now }: { viewer: Eyes; id: number; now: string }) =>
  uncountedOf(joined(db), viewer, now)
    .select(['step_id', 'author_id', 'terms', 'description', 'comment'])
    .select([
      idsOf('release_companies', 'idcomp').as('company_ids'),
      idsOf('not_publishing_list', 'idcomp').as('notPublishingList'),
    ])
    .select((eb) => [
      jsonArrayFrom(stepChangesOf(eb)).as('step_changes'),
      jsonArrayFrom(ifStaff(viewer, ownFilesOf(eb))).as('inside'),
      jsonArrayFrom(ifStaff(viewer, notPublishingOf(eb))).as('notPublishingReasons'),
      jsonArrayFrom(ifStaff(viewer, unnamedOf(eb))).as('unnamed'),
      jsonArrayFrom(ifStaff(viewer, busyOf(db))).as('busy'),
      jsonArrayFrom(ifStaff(viewer, goneUsersOf(eb))).as('gone'),
      jsonArrayFrom(readyOf(eb, viewer)).as('release_ready'),
      jsonArrayFrom(agreementsOf(eb, viewer, now)).as('agreements'),
      jsonArrayFrom(doubtsOf(eb)).as('doubts'),
    ])
    .where('releases.id', '=', id)
    .where('releases.deleted_at', 'is', null),
)

const ifStaff = <DB, Tables extends keyof DB, Row>({ isRivc }: Eyes, query: SelectQueryBuilder<DB, Tables, Row>) =>
  isRivc ? query : query.where(sql<SqlBool>`false`)

/**
 * Reads one release in full, as far as the person may see it. Everything that belongs to it alone is one statement; its
 * requests and their tasks are two more. They run at the same time, or one after another in a transaction, which has only
 * one connection.
 * @param db a transaction, to read what it has just changed
 */
export async function releaseDetail(
  { person, deps }: Reader,
  id: number,
  db: Db = deps.db,
): Promise<releases.ReleaseDetail> {
  const [whole, requests, issues] = await Promise.all([
    wholes.first(db, { viewer: eyesOf(person), id, now: momentOf(deps.clock) }),
    requestRows(db, person, { release_id: id }),
    person.isRivc ? issuesOf(db, { release_id: id }) : NO_ISSUES,
  ])
  const facts = mustSee(person, whole && factsIn(whole))
  // There are facts only for a release that was found.
  const { inside, step_changes, terms, description, release_ready, agreements, doubts, ...known } = whole as Whole
  const { comment, notPublishingReasons, unnamed, busy, gone, ...uncounted } = known
  const raw = { ...uncounted, ...countedIn(requests, unnamed) }
  const shown = await shownAgreements({ db, clock: deps.clock }, { id, title: raw.title }, agreements, person)
  const changeOf = changesIn(await scopeChangesOf(db, id, doubts))
  return {
    ...rowWith(toRow(raw, person), changeOf),
    terms,
    description,
    modules_ids: facts.modules_ids,
    requests,
    release_ready,
    ...allFiles(inside, release_ready),
    steps_history: stepsHistory(deps.clock, { ...raw, step_changes }, person),
    agreements: shown.map((one) => ({ ...one, scope_change: changeOf(one.company_id) })),
    notPublishingList: facts.notPublishingList.filter((idcomp) => person.isRivc || idcomp === person.idcomp),
    abilities: abilitiesBy(releasePolicy, person, facts),
    ...(person.isRivc
      ? {
          comment,
          notPublishingReasons,
          readiness: readiness({ companies: statesIn({ ...raw, agreements }, changeOf), unnamed }),
          requestsIssuesInfo: issuesInfo(requests, issues),
          calculation: await calculationOf(db, { ...facts, gone, times: [raw.planned_requests_time] }, () => busy),
        }
      : {}),
  }
}

/** What lists count with the database; here the requests are at hand. */
const countedIn = (rows: requests.RequestRow[], unnamed: releases.Readiness['unnamed']) => ({
  requests_count: rows.length,
  planned_requests_time: rows.reduce((sum, { backlog_request }) => sum + (backlog_request?.planned_time ?? 0), 0),
  unnamed_count: unnamed.length,
})

/** The change of a company's scope. */
type ChangeOf = (idcomp: number) => scopes.ScopeChange | null

const changesIn =
  (changes: Changed[]): ChangeOf =>
  (idcomp) =>
    briefly(changes.find(({ company_id }) => company_id === idcomp))

const rowWith = ({ companies, ...row }: ReturnType<typeof toRow>, changeOf: ChangeOf) => ({
  ...row,
  companies: companies.map((one) => ({ ...one, scope_change: changeOf(one.idcomp) })),
})

/** The state of each company of the release for readiness, taken from agreements that are already read. */
const statesIn = ({ companies, plan_date, agreements, step }: Named, changeOf: ChangeOf): CompanyState[] =>
  companies.map((company) => {
    const own = agreements.find(({ company_id }) => company_id === company.idcomp)
    const { offer, date_passed, ...agreement } = own ?? { ...NO_AGREEMENT, called_off: step.kind === 'closed' }
    const scope_changed = changeOf(company.idcomp) !== null
    // A company's own `date_passed` tells only of a date that was sent and not answered.
    return { ...agreement, ...company, date_passed, plan_date, offer_id: offer?.id ?? null, scope_changed }
  })

const NO_AGREEMENT = {
  isPublishedOnTestEnv: null,
  remark: null,
  releaseDate: null,
  releaseTime: null,
  company_day: null,
  sent_at: null,
  offer: null,
  trials: null,
  open_remarks: { blocking: 0, other: 0, unanswered: 0 },
  date_passed: false,
  has_addressee: false,
  closed_for: null,
}

type Whole = Awaited<ReturnType<typeof wholes.all>>[number]
type Named = Pick<Whole, 'companies' | 'plan_date' | 'agreements' | 'step'>

const factsIn = ({ company_ids, modules, users, ...whole }: Whole): ReleaseFacts => ({
  ...whole,
  is_closed: whole.step.kind === 'closed',
  companies: company_ids,
  modules_ids: modules.map(({ idmod }) => idmod),
  users: users.map(({ id }) => id),
})

/** One of the long texts. */
export async function textOf<Field extends 'terms' | 'comment'>({ deps, person }: Reader, id: number, field: Field) {
  await seenRelease(deps.db, person, id)
  return (await textsOf(deps.db, id))[field]
}

/** The release's own text with the texts of the requests that the person may see. */
export async function descriptionOf({ deps: { db }, person }: Reader, id: number) {
  await seenRelease(db, person, id)
  const { description } = await textsOf(db, id)
  const rows = await requestRows(db, person, { release_id: id })
  return {
    description,
    requests: await requestTexts.all(db, { ids: rows.map((row) => row.id) }),
  }
}

const parts = statement((db, { viewer, id }: { viewer: Eyes; id: number }) =>
  joined(db)
    .select((eb) => [
      'releases.created_at',
      jsonBuildObject({ id: eb.ref('author.id'), name: eb.ref('author.name') }).as('author'),
      jsonArrayFrom(stepChangesOf(eb)).as('step_changes'),
      jsonArrayFrom(ifStaff(viewer, ownFilesOf(eb))).as('inside'),
      jsonArrayFrom(readyOf(eb, viewer)).as('release_ready'),
    ])
    .where('releases.id', '=', id),
)

async function partsOf(db: Db, person: Viewer, id: number) {
  const own = await parts.first(db, { viewer: eyesOf(person), id })
  if (!own) throw refuse('not_found')
  return own
}

/** The files of a release. @param db a transaction, to read what it has just changed */
export async function releaseFiles({ deps, person }: Reader, id: number, db: Db = deps.db) {
  await seenRelease(db, person, id)
  const { inside, release_ready } = await partsOf(db, person, id)
  return allFiles(inside, release_ready)
}

/** The history of the steps, and for staff the changes field by field. */
export async function releaseHistory({ deps: { db, clock }, person }: Reader, id: number) {
  await seenRelease(db, person, id)
  const steps_history = stepsHistory(clock, await partsOf(db, person, id), person)
  return { steps_history, changes: person.isRivc ? await historyOf(db, 'release', id) : [] }
}

/** The requests with the developers' tasks; clients get no tasks and no sums. */
export async function requestsWithIssues({ deps: { db }, person }: Reader, id: number) {
  await seenRelease(db, person, id)
  const rows = await requestRows(db, person, { release_id: id })
  if (!person.isRivc) return { requests: rows.map((row) => ({ ...row, issues: [] })) }
  const requestsIssuesInfo = issuesInfo(rows, await issuesOf(db, { release_id: id }))
  const requests = rows.map((row, index) => ({ ...row, issues: requestsIssuesInfo.items[index]?.issues ?? [] }))
  return { requests, requestsIssuesInfo }
}

interface Wanted {
  requests?: number[] | undefined
  start_date?: string | undefined
  planned_time?: number | undefined
  users?: number[] | undefined
}

/** Computes a calculation. Omitted values are taken from the release; id 0 is a release that does not exist yet. */
export async function calculationFor({ deps, person }: Reader, id: number, wanted: Wanted, now: string) {
  const { db } = deps
  const nothing = { start_date: now, planned_time: 0, users: [] as number[] }
  const { start_date, planned_time, users } = id === 0 ? nothing : await seenRelease(db, person, id)
  const own = wanted.requests ? [] : await requestRows(db, person, { release_id: id })
  const times = await plannedTimes(db, wanted.requests ?? own.map((request) => request.id))
  const wantedFields = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const asked = { start_date, planned_time, users, ...wantedFields, times }
  const work = { ...asked, gone: await goneAmong.all(db, { ids: asked.users }) }
  const calculation = await calculationOf(db, work, (day) => busyWith(db, id, work, day))
  if (!releases.isWithinRelease(calculation)) throw refuseField('planned_time', TOO_MUCH_WORK)
  return calculation
}
