import { releases } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { cleanHtml } from '../../../platform/text/html.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { presentCompanies } from '../../catalog/port.ts'
import { attachToRelease, detachFromRelease, holdRequests } from '../../requests/port.ts'
import { bringAlong } from './bringing.ts'
import { changeInside, emitChange } from './changing.ts'
import { NO_COMPANY, NO_MODULE, NOT_STAFF } from '../policy.ts'
import type { ListedCompany } from '../events.ts'
import { requestsIn } from '../queries/bringing.ts'
import { knownModules, knownStaff } from '../queries/lists.ts'
import { releaseDetail } from '../queries/detail.ts'
import type { ReleaseFacts } from '../queries/facts.ts'
import { withBreaks } from '../rules/texts.ts'
import { insertRow, replaceList, writeFields, writeStepChange } from '../store/releases.ts'
import { dropListed } from '../store/listed.ts'

type SaveCall = Call<typeof releases.save>
type Body = SaveCall['body']

/** Creates (id 0) or changes a release with its lists and requests, all in one transaction. */
export function saveRelease(call: SaveCall) {
  const { body, params } = call
  if (body.plan_date < body.start_date) throw refuseField('plan_date', releases.DATES_ORDER)
  if (!releases.isWithinRelease(body)) throw refuseField('plan_date', releases.RELEASE_SPAN)
  return inTransaction(call, async (tx) => {
    // Companies are locked before the release, as hiding one does.
    const present = await presentCompanies(tx, body.companies ?? [])
    const id = await (params.id === 0 ? createRelease(tx, call, present) : updateRelease(tx, call, present))
    return { message: 'Success', release: await releaseDetail(call, id, tx) }
  })
}

/** The companies named in the call that are not hidden. */
type Present = ReadonlySet<number>

async function createRelease(tx: Transaction, call: SaveCall, present: Present): Promise<number> {
  const id = await insertRow(tx, call, fieldsOf(call.body))
  await writeStepChange(tx, call, id, 0, null)
  await saveLists(tx, id, call.body, { modules_ids: [], users: [], companies: [] }, present)
  await attachBringing(tx, call, id, call.body.requests ?? [])
  await emitChange(tx, call, id, null, { version: 1 })
  return id
}

async function updateRelease(tx: Transaction, call: SaveCall, present: Present): Promise<number> {
  const { body, params } = call
  const { id } = params
  await changeInside(tx, call, { id, action: 'save', version: body.version }, async (_, before) => {
    // Requests leave the release as it was and come into it as it will be: their companies hear of it accordingly.
    const come = await removeLeft(tx, call, id)
    const unlisted = await saveLists(tx, id, body, before, present)
    await writeFields(tx, id, fieldsOf(body))
    await attachBringing(tx, call, id, come)
    if (body.bring) await bringAlong(tx, id, await requestsIn(tx, id), body.bring)
    return { reason: body.client_reason, unlisted }
  })
  return id
}

/** The row's own fields as they are stored; a field left out stays unchanged. */
function fieldsOf(body: Body) {
  const { title, start_date, plan_date, planned_time, short_description, is_visible_for_client } = body
  const { description, comment, terms } = body
  const input = {
    planned_time,
    is_visible_for_client,
    comment,
    short_description: short_description === undefined ? undefined : withBreaks(short_description),
    description: description === undefined ? undefined : cleanHtml(description),
    terms: terms === undefined ? undefined : cleanHtml(terms),
  }
  return { title, start_date, plan_date, ...input }
}

type Lists = Pick<ReleaseFacts, 'modules_ids' | 'users' | 'companies'>

/**
 * Saves the lists. Only new entries are checked: somebody who has left may stay where they worked.
 * @returns the rows that left the not-publishing list with their companies
 */
async function saveLists(
  tx: Transaction,
  id: number,
  body: Body,
  before: Lists,
  present: Present,
): Promise<ListedCompany[]> {
  const { modules_ids, users, companies } = body
  if (modules_ids) {
    await refuseUnknown('modules_ids', NO_MODULE, added(modules_ids, before.modules_ids), (ids) =>
      knownModules.all(tx, { ids }),
    )
    await replaceList(tx, id, 'modules_ids', modules_ids)
  }
  if (users) {
    await refuseUnknown('users', NOT_STAFF, added(users, before.users), (ids) => knownStaff.all(tx, { ids }))
    await replaceList(tx, id, 'users', users)
  }
  if (!companies) return []
  if (added(companies, before.companies).some((idcomp) => !present.has(idcomp))) {
    throw refuseField('companies', NO_COMPANY)
  }
  await replaceList(tx, id, 'companies', companies)
  return dropListed(tx, id, companies)
}

const added = (now: number[], before: number[]) => [...new Set(now)].filter((id) => !before.includes(id))

async function refuseUnknown(
  field: string,
  sentence: string,
  ids: number[],
  find: (ids: number[]) => Promise<unknown[]>,
) {
  if (ids.length > 0 && (await find(ids)).length < ids.length) throw refuseField(field, sentence)
}

/** Adds requests with the chosen part of what they bring. */
async function attachBringing(tx: Transaction, call: SaveCall, release_id: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await attachToRelease(tx, call, release_id, ids, async (come) => {
    await bringAlong(tx, release_id, come, call.body.bring)
  })
}

/**
 * Removes the requests that the form no longer has.
 * @returns those that it has in addition
 */
async function removeLeft(tx: Transaction, call: SaveCall, release_id: number): Promise<number[]> {
  const wanted = call.body.requests
  if (!wanted) return []
  const own = await requestsIn(tx, release_id)
  const left = own.filter((id) => !wanted.includes(id))
  const come = added(wanted, own)
  // All at once: whoever changes both sorts meanwhile, in the order of their ids, would wait for this save and it for them.
  if (left.length > 0 && come.length > 0) await holdRequests(tx, [...left, ...come])
  if (left.length > 0) await detachFromRelease(tx, call, release_id, left)
  return come
}
