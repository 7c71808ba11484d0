import { requests } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import { EVERY_MINUTE } from '../../platform/jobs.ts'
import type { Routes } from '../../platform/mount.ts'
import { keepBitmaps } from './commands/bitmaps.ts'
import { keepCounts } from './commands/counts.ts'
import { saveBacklog, saveDescription, saveManyBacklog } from './commands/save.ts'
import { saveOwnRequest, withdrawRequest } from './commands/own.ts'
import { sweepImports } from './commands/sweeping.ts'
import { saveStatus } from './commands/status.ts'
import { saveIssues } from './commands/issues.ts'
import { createRequest } from './commands/create.ts'
import { joinName } from './import/people/joining.ts'
import { namesOf } from './import/people/names.ts'
import { progressOf } from './queries/import/progress.ts'
import { takeFile } from './import/take.ts'
import { requestDetail } from './queries/detail.ts'
import { requestsExcel } from './queries/excel.ts'
import { backlogFilterOptions, filterOptions } from './queries/filters.ts'
import { newRequestOptions } from './queries/form.ts'
import { requestPage } from './queries/list.ts'
import { requestsByKey } from './queries/keys.ts'
import { pickRequests } from './queries/picker.ts'
import { offeredStatuses } from './queries/statuses.ts'

const EVERY_HOUR = '20 * * * *'

export async function connect(deps: Deps): Promise<void> {
  await deps.jobs.every(EVERY_MINUTE, 'keep_bitmaps', () => keepBitmaps(deps))
  await deps.jobs.every(EVERY_MINUTE, 'keep_counts', () => keepCounts(deps))
  await deps.jobs.every(EVERY_HOUR, 'sweep_imports', () => sweepImports(deps))
}

export const routes: Routes = (mount) => {
  mount(requests.getRequest, ({ deps, person, params, query }) =>
    requestDetail(deps.db, person, params.id, query.for_release),
  )
  mount(requests.createRequest, createRequest)
  mount(requests.saveRequest, saveOwnRequest)
  mount(requests.withdrawRequest, withdrawRequest)
  mount(requests.importRequests, takeFile)
  mount(requests.importProgress, async ({ deps, person, params }) => ({
    message: 'Success',
    progress: await progressOf(deps.db, person.id, params.key),
  }))
  mount(requests.importedPeople, ({ deps, query }) => namesOf(deps.longDb, query.source))
  mount(requests.joinImported, joinName)
  mount(requests.requestForm, ({ deps, person, query }) => newRequestOptions(deps.db, person, query.company))
  mount(requests.saveDescription, async (call) => {
    await saveDescription(call)
    return { message: 'Success', request: await requestDetail(call.deps.db, call.person, call.params.id) }
  })
  mount(requests.requestsList, async ({ deps, person, query }) => ({
    requestsList: await pickRequests(deps.db, person, query),
  }))
  mount(requests.requestsByKey, ({ deps, person, params }) => requestsByKey(deps.db, person, params.key))
  mount(requests.saveIssues, saveIssues)
  mount(requests.saveBacklog, saveBacklog)
  mount(requests.saveManyBacklog, saveManyBacklog)
  mount(requests.saveStatus, saveStatus)
  mount(requests.statuses, async ({ deps }) => ({ statuses: await offeredStatuses.all(deps.db, {}) }))
  mount(requests.backlogSummary, ({ deps, person, body }) =>
    body.isExcel ? requestsExcel(deps, person, body, false) : requestPage(deps.db, person, body, false),
  )
  mount(requests.tickets, ({ deps, person, body }) =>
    body.isExcel ? requestsExcel(deps, person, body, true) : requestPage(deps.db, person, body, true),
  )
  mount(requests.backlogFilters, ({ deps, person }) => backlogFilterOptions(deps.db, person))
  mount(requests.ticketFilters, ({ deps, person }) => filterOptions(deps.db, person))
}
