import { releases } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import { today } from '../../platform/clock.ts'
import type { Routes } from '../../platform/mount.ts'
import { eyesOf } from '../access/port.ts'
import { addFiles, removeFile } from './commands/files.ts'
import { bringCompanies, takeBack } from './commands/bringing.ts'
import { changeStep, saveComment, saveDescription, saveTerms, setNotPublishing } from './commands/parts.ts'
import { removeRelease, restoreRelease } from './commands/removing.ts'
import { lockJoined, makeWanted, takeJoining } from './commands/imported.ts'
import { addRequests, moveRequests, removeRequest } from './commands/requests.ts'
import {
  calculationFor,
  descriptionOf,
  readerOf,
  releaseDetail,
  releaseFiles,
  releaseHistory,
  requestsWithIssues,
  textOf,
} from './queries/detail.ts'
import { descriptionDoc } from './queries/document.ts'
import { releasesExcel } from './queries/excel.ts'
import { authorsOf, ownSteps, releasesPage, releasesSummary } from './queries/list.ts'
import { hiddenCompanies } from './queries/lists.ts'
import { checkedRequests } from './queries/bringing.ts'
import { issuesOfRequests } from './queries/parts.ts'
import { saveRelease } from './commands/saving.ts'

export const routes: Routes = (mount) => {
  mount(releases.list, ({ deps, person, body }) => releasesPage(deps, person, body))
  mount(releases.summary, ({ deps, person, body }) =>
    body.isExcel ? releasesExcel(deps, person, body) : releasesSummary(deps, person, body),
  )
  mount(releases.authors, async ({ deps, person }) => ({
    authors: await authorsOf.all(deps.db, { viewer: eyesOf(person) }),
    hidden_companies: person.isRivc ? await hiddenCompanies.all(deps.db, {}) : [],
  }))
  mount(releases.steps, async ({ deps }) => ({ steps: await ownSteps.all(deps.db, {}) }))
  mount(releases.get, async (call) => releaseDetail(await readerOf(call), call.params.id))
  mount(releases.save, saveRelease)
  mount(releases.remove, removeRelease)
  mount(releases.restore, restoreRelease)
  mount(releases.getComment, async (call) => ({ comment: await textOf(call, call.params.id, 'comment') }))
  mount(releases.saveComment, saveComment)
  mount(releases.getTerms, async (call) => ({ terms: await textOf(await readerOf(call), call.params.id, 'terms') }))
  mount(releases.saveTerms, saveTerms)
  mount(releases.getDescription, async (call) => descriptionOf(await readerOf(call), call.params.id))
  mount(releases.saveDescription, saveDescription)
  mount(releases.descriptionDoc, async (call) => descriptionDoc(await readerOf(call), call.params.id))
  mount(releases.getFiles, async (call) => releaseFiles(await readerOf(call), call.params.id))
  mount(releases.addFiles, addFiles)
  mount(releases.removeFile, removeFile)
  mount(releases.getHistory, async (call) => releaseHistory(await readerOf(call), call.params.id))
  mount(releases.changeStep, changeStep)
  mount(releases.addRequests, addRequests)
  mount(releases.removeRequest, removeRequest)
  mount(releases.moveRequests, moveRequests)
  mount(releases.bringCompanies, bringCompanies)
  mount(releases.takeBack, takeBack)
  mount(releases.checkRequests, ({ deps, person, params, body }) => checkedRequests(deps.db, person, params.id, body))
  mount(releases.requestsWithIssues, (call) => requestsWithIssues(call, call.params.id))
  mount(releases.requestsIssues, ({ deps, person, body }) => issuesOfRequests(deps.db, person, body.requests))
  mount(releases.notPublishing, setNotPublishing)
  mount(releases.calculationRequests, async (call) => ({
    calculation: await calculationFor(call, call.params.id, call.query, today(call.deps.clock)),
  }))
}

/** Registers the listeners to events of imports. */
export async function connect({ listeners }: Deps): Promise<void> {
  listeners.on('requests.release_wanted', makeWanted)
  listeners.on('requests.joining_ahead', lockJoined)
  listeners.on('requests.joining', takeJoining)
}
