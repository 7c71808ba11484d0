import { releases } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Db } from '../../../platform/call.ts'
import type { Clock } from '../../../platform/clock.ts'
import { historyOf } from '../../../platform/history.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { asCompany } from '../../access/port.ts'
import { requestRows } from '../../requests/port.ts'
import { COMPANY_NOT_IN_RELEASE, releasePolicy, TOO_MUCH_WORK } from '../policy.ts'
import { readiness } from '../rules.ts'
import { agreementsOf } from './agreements.ts'
import { calculationOf } from './calculation.ts'
import { companyStates, factsOf, mustSee, type ReleaseFacts } from './facts.ts'
import { rowsOf, seenBy, toRow, type Viewer } from './rows.ts'
import { filesOf, issuesInfo, notPublishingOf, releaseReady, requestTexts, stepsHistory } from './parts.ts'

/** Who reads, and by what clock. */
export interface Reader {
  person: Viewer
  deps: { db: Db; clock: Clock }
}

interface Asked extends Reader {
  params: { id: number }
  query: { as_company?: number | undefined }
}

/**
 * Staff may read with the eyes of one of the release's companies: the same queries then answer as
 * they will answer its people.
 */
export async function readerOf({ person, deps, params, query }: Asked): Promise<Reader> {
  if (!query.as_company || !person.isRivc) return { person, deps }
  const { companies } = await seenRelease(deps.db, person, params.id)
  if (!companies.includes(query.as_company)) throw refuseField('as_company', COMPANY_NOT_IN_RELEASE)
  return { person: asCompany(person, query.as_company), deps }
}

/** The release if the person may know of it. */
export const seenRelease = async (db: Db, person: Viewer, id: number): Promise<ReleaseFacts> =>
  mustSee(person, (await factsOf(db, [id]))[0])

const textsOf = (db: Db, id: number) =>
  db.selectFrom('releases').select(['terms', 'description', 'comment']).where('id', '=', id).executeTakeFirstOrThrow()

/**
 * One release entire, as far as the person may know it. The parts are asked for one after another,
 * because a transaction has one connection.
 * @param db a transaction, when what it has just changed is to be seen
 */
export async function releaseDetail(
  { person, deps }: Reader,
  id: number,
  db: Db = deps.db,
): Promise<releases.ReleaseDetail> {
  const facts = await seenRelease(db, person, id)
  const raw = await rowsOf(seenBy(db, person), person).where('releases.id', '=', id).executeTakeFirstOrThrow()
  const { comment, ...texts } = await textsOf(db, id)
  const requests = await requestRows(db, person, { release_id: id })
  const release_ready = await releaseReady(db, id, person)
  return {
    ...toRow(raw, person),
    ...texts,
    modules_ids: raw.modules.map(({ idmod }) => idmod),
    requests,
    release_ready,
    ...(await filesOf(db, id, person, release_ready)),
    steps_history: await stepsHistory(db, deps.clock, id, person),
    agreements: await agreementsOf(db, id, person),
    notPublishingList: facts.notPublishingList.filter((idcomp) => person.isRivc || idcomp === person.idcomp),
    abilities: abilitiesBy(releasePolicy, person, facts),
    ...(person.isRivc ? { comment, ...(await staffPart(db, facts, requests)) } : {}),
  }
}

/** What only staff are told. */
async function staffPart(
  db: Db,
  { id, start_date, planned_time, users }: ReleaseFacts,
  requests: releases.ReleaseDetail['requests'],
) {
  const ids = requests.map((request) => request.id)
  return {
    requestsIssuesInfo: await issuesInfo(db, requests),
    calculation: await calculationOf(db, { release_id: id, requests: ids, start_date, planned_time, users }),
    readiness: readiness((await companyStates(db, [id])).get(id) ?? []),
    notPublishingReasons: await notPublishingOf(db, id),
  }
}

/** One of the long texts. */
export async function textOf<Field extends 'terms' | 'comment'>({ deps, person }: Reader, id: number, field: Field) {
  await seenRelease(deps.db, person, id)
  return (await textsOf(deps.db, id))[field]
}

/** The release's own text with the texts of the requests that the person may know of. */
export async function descriptionOf({ deps: { db }, person }: Reader, id: number) {
  await seenRelease(db, person, id)
  const { description } = await textsOf(db, id)
  const rows = await requestRows(db, person, { release_id: id })
  return {
    description,
    requests: await requestTexts(
      db,
      rows.map((row) => row.id),
    ),
  }
}

/** @param db a transaction, when what it has just changed is to be seen */
export async function releaseFiles({ deps, person }: Reader, id: number, db: Db = deps.db) {
  await seenRelease(db, person, id)
  return filesOf(db, id, person, await releaseReady(db, id, person))
}

/** Steps, and the changes field by field, which are staff's. */
export async function releaseHistory({ deps: { db, clock }, person }: Reader, id: number) {
  await seenRelease(db, person, id)
  const steps_history = await stepsHistory(db, clock, id, person)
  return { steps_history, changes: person.isRivc ? await historyOf(db, 'release', id) : [] }
}

/** The requests with the developers' tasks; for a client without tasks and sums. */
export async function requestsWithIssues({ deps: { db }, person }: Reader, id: number) {
  await seenRelease(db, person, id)
  const rows = await requestRows(db, person, { release_id: id })
  if (!person.isRivc) return { requests: rows.map((row) => ({ ...row, issues: [] })) }
  const requestsIssuesInfo = await issuesInfo(db, rows)
  const requests = rows.map((row, index) => ({ ...row, issues: requestsIssuesInfo.items[index]?.issues ?? [] }))
  return { requests, requestsIssuesInfo }
}

interface Wanted {
  requests?: number[] | undefined
  start_date?: string | undefined
  planned_time?: number | undefined
  users?: number[] | undefined
}

/** What is left out of the question comes from the release; id 0 has nothing. */
export async function calculationFor({ deps, person }: Reader, id: number, wanted: Wanted, today: string) {
  const { db } = deps
  const nothing = { start_date: today, planned_time: 0, users: [] as number[] }
  const { start_date, planned_time, users } = id === 0 ? nothing : await seenRelease(db, person, id)
  const own = wanted.requests ? [] : await requestRows(db, person, { release_id: id })
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const requests = own.map((request) => request.id)
  const calculation = await calculationOf(db, { requests, start_date, planned_time, users, ...given, release_id: id })
  if (!releases.isWithinRelease(calculation)) throw refuseField('planned_time', TOO_MUCH_WORK)
  return calculation
}
