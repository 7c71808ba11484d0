import * as z from 'zod'
import { endpoint, LISTS_BODY } from './endpoint.ts'
import { requestsIssuesInfo, versioned } from './release-shapes.ts'
import { issue, requestRow } from './requests.ts'
import { byId, done, id, idText, idTextOrNone } from './values.ts'

/** The calls about a release's requests (api.md, "Releases"). */

const releaseParams = z.object({ id: idText })
const requestIds = z.array(byId).min(1, 'Укажите номера заявок').max(5000)
const requestsBody = z.object({ requests: requestIds })

export const addRequests = endpoint({
  method: 'POST',
  path: '/releases/:id/requests',
  access: 'staff',
  summary:
    'Adds requests, all or nothing; 404 «Заявка не найдена», 422 «Заявка уже добавлена в релиз», `errors.requests` lists the ids. Answers with every request of the release.',
  params: releaseParams,
  bodyLimit: LISTS_BODY,
  body: requestsBody,
  reply: done.extend({ requests: z.array(requestRow), version: z.int() }),
})

export const checkRequests = endpoint({
  method: 'POST',
  path: '/releases/:id/check-requests',
  access: 'staff',
  reads: true,
  summary:
    'Which of the requests can be added to the release (id 0: one not yet made), and what is the matter with the others; changes nothing.',
  params: z.object({ id: idTextOrNone }),
  bodyLimit: LISTS_BODY,
  body: requestsBody,
  reply: z.object({
    free: z.array(requestRow),
    /** In a release by now, this one or another. */
    taken: z.array(requestRow),
    missing: z.array(id),
  }),
})

export const moveRequests = endpoint({
  method: 'POST',
  path: '/releases/:id/move-requests',
  access: 'staff',
  summary:
    'Moves requests to another release, all or nothing; 404 «Заявка не найдена» with `errors.requests` for those not in this one, 422 for a release that is not there.',
  params: releaseParams,
  bodyLimit: LISTS_BODY,
  body: z.object({ requests: requestIds, release_id: id }),
  reply: versioned,
})

export const removeRequest = endpoint({
  method: 'DELETE',
  path: '/releases/:id/requests/:request',
  access: 'staff',
  summary: 'Takes one request out of the release; 404 «Заявка не найдена» when it is not in it.',
  params: releaseParams.extend({ request: idText }),
  reply: versioned,
})

export const requestsIssues = endpoint({
  method: 'POST',
  path: '/get-requests-issues',
  access: 'staff',
  reads: true,
  summary: "The developers' tasks under the requests named, with sums.",
  bodyLimit: LISTS_BODY,
  body: requestsBody,
  reply: z.object({ requestsIssuesInfo }),
})

export const requestsWithIssues = endpoint({
  method: 'GET',
  path: '/releases/get-requests-with-issues/:id',
  access: 'any',
  summary:
    "The release's requests with the developers' tasks; a client gets the own company's, without tasks and sums.",
  params: releaseParams,
  reply: z.object({
    requests: z.array(requestRow.extend({ issues: z.array(issue) })),
    requestsIssuesInfo: requestsIssuesInfo.optional(),
  }),
})
