import * as z from 'zod'
import { listQuery } from './agreement-matrix.ts'
import {
  agreementStatus,
  offer,
  openMatters,
  releaseAccess,
  zonesOfDate,
  agreementDelivery,
  endsOfDate,
} from './agreement-shapes.ts'
import { objection, reasonAgainst } from './dates.ts'
import { emailAddress } from '../email.ts'
import { endpoint, LISTS_BODY } from '../endpoint.ts'
import { isExcel, ordering, pageOf, paging } from '../paging.ts'
import { orElse } from '../optional.ts'
import { askedNext } from './reminders.ts'
import { scope, scopeChange, scopeDecision, scopeDifference, namedScope } from './scopes.ts'
import { eachOnce } from '../each-once.ts'
import {
  abilities,
  byId,
  change,
  clientReason,
  company,
  contact,
  day,
  done,
  freeText,
  id,
  idText,
  message,
  moment,
  outcome,
  ref,
  timeOfDay,
  timeOrNone,
  version,
} from '../values.ts'

export * from './agreement-many.ts'
export * from './agreement-matrix.ts'
export * from './agreement-shapes.ts'

/** The parts of an agreement that an update can address (brief, section 4, "Agreement update targets"). */
export const updateTargets = {
  remark: 0,
  isPublishedOnTestEnv: 1,
  recipients: 2,
  recipientsExtra: 3,
  date: 4,
  approve: 5,
} as const

export const MAX_REMARK = 4000
export const MAX_RECIPIENTS = 200

export const agreement = z.object({
  id,
  release_id: id,
  company_id: id,
  company,
  details: z.object({ id, title: z.string() }),
  by_rivc: z.boolean(),
  by_client: z.boolean(),
  status: agreementStatus,
  /** Plain text; a non-empty remark is open. */
  remark: z.string(),
  isPublishedOnTestEnv: z.boolean(),
  recipients: z.array(contact),
  recipientsExtra: z.array(z.string()),
  releaseDate: day.nullable(),
  releaseTime: timeOfDay.nullable(),
  ...zonesOfDate,
  /** Why the date was last moved after somebody had approved it. */
  cancel_reason: z.string(),
  /** When staff last sent the date to the client; null while it has not been sent. */
  sent_at: moment.nullable(),
  /** The company is on the release's not-publishing list, so its agreement is not awaited. */
  not_publishing: z.boolean(),
  ...endsOfDate,
  /** The release was published to the company: no answer is awaited any more. */
  published: z.boolean(),
  created_at: moment,
  updated_at: moment,
  version: z.int(),
})
export type Agreement = z.output<typeof agreement>

/** An agreement as a row of the list. */
export const agreementRow = agreement.extend({
  ...openMatters,
  /** What has changed since the client agreed and still needs a decision; null when nothing has. */
  scope_change: scopeChange.nullable(),
  /** The date has passed by the company's clock: the client can only offer another one. */
  date_passed: z.boolean(),
  /** Working days of the company since the date was sent to it; null when no answer from it is awaited. */
  waiting_days: z.int().min(0).nullable(),
})
export type AgreementRow = z.output<typeof agreementRow>

/** Actions on an agreement; the first six are the update targets in the same order. */
export const actions = [
  'remark',
  'isPublishedOnTestEnv',
  'recipients',
  'recipientsExtra',
  'date',
  'approve',
  'approve_on_behalf',
  'delete',
  'offer',
  'accept_offer',
  'decline_offer',
  'withdraw_offer',
  'settle_scope',
  'tell_scope',
  'withdraw',
] as const
export type Action = (typeof actions)[number]

export const agreementDetail = agreementRow.extend({
  /** Objections to the current date; empty when it has passed, was published or is called off. */
  objections: z.array(objection),
  /** Why staff keep the date despite the objections; empty when no reason was given. */
  against_reason: z.string(),
  /** Short name of the clock that times of day refer to, such as «МСК». Null while there is no date. */
  clock: z.string().nullable(),
  author: ref,
  ...releaseAccess,
  history: z.array(change),
  /** Every date that the client has offered, newest first. */
  offers: z.array(offer),
  /** What the company agrees to; null when the caller may not see it. */
  scope: scope.nullable(),
  scope_change: scopeDifference.nullable(),
  ...askedNext,
  /** For staff, newest first; empty for a client. */
  scope_decisions: z.array(scopeDecision),
  /** For staff; empty for a client. */
  deliveries: z.array(agreementDelivery),
  abilities: abilities(...actions),
})
export type AgreementDetail = z.output<typeof agreementDetail>

const against_reason = reasonAgainst.optional()
const recipients = eachOnce(byId).max(MAX_RECIPIENTS)
const recipientsExtra = z.array(emailAddress).max(MAX_RECIPIENTS)

/** Columns that the list can be ordered by. */
export const agreementOrder = [
  'id',
  'release',
  'company',
  'status',
  'releaseDate',
  'isPublishedOnTestEnv',
  'remark',
  'sent_at',
  'created_at',
  'updated_at',
  /** Overdue dates first, then the nearest; published ones at the end, the most recent of them first. */
  'near',
] as const

const listCounts = z.object({
  total: z.int(),
  by_status: z.array(ref.extend({ count: z.int() })),
  /** By what rows show as their status, named for the reader; those that there are. */
  by_shown: z.array(z.object({ id: z.int(), name: z.string(), count: z.int() })),
})
export type ListCounts = z.output<typeof listCounts>

export const list = endpoint({
  method: 'GET',
  path: '/agreements',
  access: 'any',
  replica: true,
  tool: { name: 'agreements', title: 'Согласования' },
  summary:
    "Agreements that are not deleted. Staff see all, a client only their own company's. The dates limit releaseDate; search_string matches the release title, the company, the remark or the exact id. `counts` covers the whole filtered set. With `isExcel` a workbook agreements_<from>_<to>.xlsx of all of it in the columns of the caller's side.",
  query: z.object({
    ...paging,
    ...ordering(...agreementOrder),
    /**
     * Keeps the agreements of a release together, the release with the latest plan date first. The order applies within
     * each release.
     */
    group_by: z.enum(['release']).optional(),
    ...listQuery,
    isExcel,
  }),
  reply: pageOf(agreementRow).extend({ counts: listCounts }),
  stream: 'excel',
})

export const getFilters = endpoint({
  method: 'GET',
  path: '/agreements/get-filters',
  access: 'any',
  replica: true,
  summary:
    "Options for filtering the caller's agreements. Staff also get every company, and releases that are still waiting for their first agreement, which the matrix shows.",
  reply: z.object({ releases: z.array(ref), companies: z.array(company), statuses: z.array(ref) }),
})

export const checkExists = endpoint({
  method: 'GET',
  path: '/agreements/check-exists/:release_id/:company_id',
  access: 'staff',
  tool: { name: 'agreement_of_company', title: 'Согласование релиза с компанией' },
  summary: 'Whether a release and a company already have an agreement that is not deleted, and its id.',
  params: z.object({ release_id: idText, company_id: idText }),
  reply: z.object({ exists: z.boolean(), id: id.nullable() }),
})

export const get = endpoint({
  method: 'GET',
  path: '/agreements/:id',
  access: 'any',
  tool: { name: 'agreement', title: 'Согласование' },
  summary: "One agreement with its history, letters and abilities. 404 also for another company's.",
  params: z.object({ id: idText }),
  reply: agreementDetail,
})

export const add = endpoint({
  method: 'POST',
  path: '/agreements/add',
  access: 'staff',
  tool: { name: 'add_agreement', title: 'Завести согласование' },
  summary:
    'Creates the agreement of a release with one of its companies. 409 `{message: "Agreement already exists!", id}` when there already is one; of two simultaneous calls exactly one creates it. Recipients without a mail address are dropped.',
  body: z.object({
    release_id: id,
    company_id: id,
    recipients: orElse(recipients, []),
    recipientsExtra: orElse(recipientsExtra, []),
    releaseDate: day.nullable().default(null),
    releaseTime: timeOrNone.default(null),
    against_reason,
    remark: orElse(freeText(MAX_REMARK), ''),
    isPublishedOnTestEnv: orElse(z.boolean(), false),
  }),
  reply: z.object({ message, id, mail: outcome }),
  creates: true,
})

/** Bodies of `agreements/update/{id}`, one for each update target. */
export const agreementUpdate = z.discriminatedUnion('updateTarget', [
  /** All open remarks together, as they were read; the caller's own may have MAX_REMARK characters. */
  z.object({ updateTarget: z.literal(updateTargets.remark), remark: freeText(200_000), version }),
  z.object({ updateTarget: z.literal(updateTargets.isPublishedOnTestEnv), isPublishedOnTestEnv: z.boolean(), version }),
  z.object({ updateTarget: z.literal(updateTargets.recipients), recipients, version }),
  z.object({ updateTarget: z.literal(updateTargets.recipientsExtra), recipientsExtra, version }),
  z.object({
    updateTarget: z.literal(updateTargets.date),
    releaseDate: day,
    releaseTime: timeOrNone.default(null),
    cancel_reason: orElse(freeText(MAX_REMARK), ''),
    against_reason,
    version,
  }),
  z.object({
    updateTarget: z.literal(updateTargets.approve),
    /** Staff approve for the client, who answered by phone or by letter; `remark` says how. */
    on_behalf: z.literal('client').optional(),
    ...namedScope,
    remark: orElse(freeText(MAX_REMARK), ''),
    version,
  }),
])
export type AgreementUpdate = z.output<typeof agreementUpdate>

export const update = endpoint({
  method: 'POST',
  path: '/agreements/update/:id',
  access: 'any',
  tool: { name: 'update_agreement', title: 'Изменить, отправить или дать согласование' },
  summary:
    "Changes one thing by updateTarget: 0 remark, 1 published on test, 2 recipients, 3 extra addresses, 4 date and time (moving an approved one needs cancel_reason and clears both approvals), 5 approve. Clients may use 0 and 5 on their own. 403 for another target, 404 for another company's, 409 with `current` for a stale version, 422 when the state does not allow it.",
  params: z.object({ id: idText }),
  bodyLimit: LISTS_BODY,
  body: agreementUpdate,
  reply: z.object({ message, agreement: agreementDetail, mail: outcome }),
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/agreements/delete/:id',
  access: 'staff',
  summary:
    'Deletes an agreement. 422 once it is approved and its release published. A company that was asked for approval is notified that no answer is needed any more, with `client_reason`.',
  params: z.object({ id: idText }),
  query: z.object({ client_reason: clientReason.optional() }),
  reply: done,
})
