import { releases } from '@vypusk/contract'
import { today } from '../../platform/clock.ts'
import type { Door } from '../../platform/mount.ts'
import {
  addRequests,
  changeStep,
  removeRelease,
  removeRequest,
  saveComment,
  saveTerms,
  setNotPublishing,
} from './commands/parts.ts'
import {
  calculationFor,
  descriptionOf,
  releaseDetail,
  releaseFiles,
  releaseHistory,
  requestsWithIssues,
  textOf,
} from './queries/detail.ts'
import { authorsOf, ownSteps, releasesPage, releasesSummary } from './queries/list.ts'
import { issuesOfRequests } from './queries/parts.ts'
import { saveRelease } from './commands/saving.ts'

export const releasesDoor: Door = (mount) => {
  mount(releases.list, ({ deps, person, body }) => releasesPage(deps.db, person, body))
  mount(releases.summary, ({ deps, person, body }) => releasesSummary(deps.db, person, body))
  mount(releases.authors, async ({ deps, person }) => ({ authors: await authorsOf(deps.db, person) }))
  mount(releases.steps, async ({ deps }) => ({ steps: await ownSteps(deps.db) }))
  mount(releases.get, (call) => releaseDetail(call, call.params.id))
  mount(releases.save, saveRelease)
  mount(releases.remove, removeRelease)
  mount(releases.getComment, async (call) => ({ comment: await textOf(call, call.params.id, 'comment') }))
  mount(releases.saveComment, saveComment)
  mount(releases.getTerms, async (call) => ({ terms: await textOf(call, call.params.id, 'terms') }))
  mount(releases.saveTerms, saveTerms)
  mount(releases.getDescription, (call) => descriptionOf(call, call.params.id))
  mount(releases.getFiles, (call) => releaseFiles(call, call.params.id))
  mount(releases.getHistory, (call) => releaseHistory(call, call.params.id))
  mount(releases.changeStep, changeStep)
  mount(releases.addRequests, addRequests)
  mount(releases.removeRequest, removeRequest)
  mount(releases.requestsWithIssues, (call) => requestsWithIssues(call, call.params.id))
  mount(releases.requestsIssues, ({ deps, person, body }) => issuesOfRequests(deps.db, person, body.requests))
  mount(releases.notPublishing, setNotPublishing)
  mount(releases.calculationRequests, async (call) => ({
    calculation: await calculationFor(call, call.params.id, call.query, today(call.deps.clock)),
  }))
}
