import * as z from 'zod'
import { endpoint, LISTS_BODY } from '../endpoint.ts'
import { withRequests } from './readiness.ts'
import { bring, brought, requestsIssuesInfo, versioned } from './release-shapes.ts'
import { issue, requestRow } from '../requests/requests.ts'
import { eachOnce } from '../each-once.ts'
import {
  byId,
  byIdcomp,
  byIdmod,
  done,
  id,
  idText,
  idTextOrNone,
  module,
  MOST_COMPANIES,
  MOST_MODULES,
  version,
} from '../values.ts'
import { orElse } from '../optional.ts'

/** Calls for the requests of a release (api.md, "Releases"). */

const releaseParams = z.object({ id: idText })
const anyRequestIds = eachOnce(byId).max(5000)
const requestIds = anyRequestIds.min(1, 'Укажите номера заявок')
const requestsBody = z.object({ requests: requestIds })
/** Of calls that change nothing: what a release without requests has is asked in the same way. */
const askedBody = z.object({ requests: anyRequestIds })

export const addRequests = endpoint({
  method: 'POST',
  path: '/releases/:id/requests',
  access: 'staff',
  tool: { name: 'add_requests_to_release', title: 'Добавить заявки в релиз' },
  summary:
    'Adds requests, all or nothing, and with `bring` their companies and modules. 404 «Заявка не найдена», 422 «Заявка уже добавлена в релиз»; `errors.requests` lists the ids. Answers with every request of the release, and with what was brought.',
  params: releaseParams,
  bodyLimit: LISTS_BODY,
  body: requestsBody.extend({ bring }),
  reply: done.extend({ requests: z.array(requestRow), version: z.int(), brought }),
})

export const checkRequests = endpoint({
  method: 'POST',
  path: '/releases/:id/check-requests',
  access: 'staff',
  tool: { name: 'check_requests_for_release', title: 'Что придёт в релиз вместе с заявками' },
  reads: true,
  summary:
    'Which of the requests can be added to the release (id 0: one not created yet), what they would bring, and why the others cannot be added. Nothing is changed.',
  params: z.object({ id: idTextOrNone }),
  bodyLimit: LISTS_BODY,
  body: askedBody.extend({
    /** The release they are to be moved from: its requests count as free. */
    from: id.nullish(),
    /**
     * The form's lists, used instead of the saved ones. The release's own requests are then included in the answer,
     * too.
     */
    companies: eachOnce(byIdcomp).max(MOST_COMPANIES).optional(),
    modules: eachOnce(byIdmod).max(MOST_MODULES).optional(),
  }),
  reply: z.object({
    free: z.array(requestRow),
    /** Already in a release, this one or another. */
    taken: z.array(requestRow),
    missing: z.array(id),
    /** Those of `free` whose status says that the work is over. */
    over: z.array(id),
    /** Companies and modules of the requests that can be added, as far as the release does not have them yet. */
    companies: z.array(withRequests),
    modules: z.array(module.extend({ requests: z.int().positive() })),
    /** Minutes: planned for the release, needed by its current requests, and needed by the ones to be added. */
    hours: z.object({
      planned_time: z.int().min(0),
      planned_requests_time: z.int().min(0),
      added: z.int().min(0),
    }),
    /** Whether people of the added companies will see the release. */
    is_visible_for_client: z.boolean(),
  }),
})

export const moveRequests = endpoint({
  method: 'POST',
  path: '/releases/:id/move-requests',
  access: 'staff',
  summary:
    'Moves requests to another release, all or nothing, and with `bring` their companies and modules. 404 «Заявка не найдена» with `errors.requests` for those not in this one, 422 for a target release that does not exist.',
  params: releaseParams,
  bodyLimit: LISTS_BODY,
  body: z.object({ requests: requestIds, release_id: id, bring }),
  reply: versioned.extend({ brought }),
})

export const bringCompanies = endpoint({
  method: 'POST',
  path: '/releases/:id/bring',
  access: 'staff',
  tool: { name: 'bring_companies_of_requests', title: 'Назвать в релизе компании его заявок' },
  summary: 'Adds the companies and modules of its requests to the release; those already there stay.',
  params: releaseParams,
  bodyLimit: LISTS_BODY,
  body: z.object({ bring }),
  reply: versioned.extend({ brought }),
})

export const takeBack = endpoint({
  method: 'POST',
  path: '/releases/:id/take-back',
  access: 'staff',
  summary:
    'Undoes what adding or moving requests has brought: the requests become free, or return to `release_id`. 404 «Заявка не найдена» where one is no longer in the release. What something else needs by now stays, and `kept` says why.',
  params: releaseParams,
  bodyLimit: LISTS_BODY,
  body: z.object({
    requests: orElse(eachOnce(id).max(5000), []),
    companies: orElse(eachOnce(id).max(5000), []),
    modules: orElse(eachOnce(id).max(5000), []),
    /**
     * The release's version after the addition. If it is still the same, everything that was added is removed again.
     */
    version,
    release_id: id.nullish(),
  }),
  reply: versioned.extend({
    /** Russian sentences about what was not removed. */
    kept: z.array(z.string()),
  }),
})

export const removeRequest = endpoint({
  method: 'DELETE',
  path: '/releases/:id/requests/:request',
  access: 'staff',
  summary: 'Removes one request from the release. 404 «Заявка не найдена» when it is not in it.',
  params: releaseParams.extend({ request: idText }),
  reply: versioned,
})

export const requestsIssues = endpoint({
  method: 'POST',
  path: '/get-requests-issues',
  access: 'staff',
  replica: true,
  reads: true,
  summary: "The developers' tasks of the given requests, with totals.",
  bodyLimit: LISTS_BODY,
  body: askedBody,
  reply: z.object({ requestsIssuesInfo }),
})

export const requestsWithIssues = endpoint({
  method: 'GET',
  path: '/releases/get-requests-with-issues/:id',
  access: 'any',
  tool: { name: 'release_requests', title: 'Заявки релиза' },
  summary:
    "The release's requests with the developers' tasks; a client gets their own company's, without tasks and totals.",
  params: releaseParams,
  reply: z.object({
    requests: z.array(requestRow.extend({ issues: z.array(issue) })),
    requestsIssuesInfo: requestsIssuesInfo.optional(),
  }),
})
