import { drafts, fileCopies, publications, receipts, versions } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import { EVERY_TEN_MINUTES } from '../../platform/jobs.ts'
import type { Routes } from '../../platform/mount.ts'
import { copy } from './commands/copying.ts'
import { check } from './commands/checking.ts'
import { saveDraft } from './commands/drafts.ts'
import { publish } from './commands/publishing.ts'
import { openPublication } from './commands/opening.ts'
import { remindNow, remindOfFiles } from './commands/reminding.ts'
import { resumeCopies } from './commands/resuming.ts'
import { confirm } from './commands/receipts.ts'
import { handOverShown } from './commands/showing.ts'
import { withdraw } from './commands/withdrawing.ts'
import { publicationDoc } from './queries/document.ts'
import { downloadsOf } from './queries/downloads.ts'
import { draftDoc } from './queries/draft-document.ts'
import { draftOf } from './queries/drafts.ts'
import { publicationsExcel } from './queries/excel.ts'
import { publicationFilters } from './queries/filters.ts'
import { listPublications } from './queries/list.ts'
import { copiesOf } from './queries/publication-copies.ts'
import { receiptsByCompany } from './queries/by-company.ts'
import { releasesToPublish } from './queries/to-publish.ts'
import { versionsMap, versionsOfRelease } from './queries/versions.ts'
import { versionsExcel } from './queries/versions-excel.ts'

export const routes: Routes = (mount) => {
  mount(publications.listPublications, ({ deps, person, query }) =>
    query.isExcel ? publicationsExcel(deps, person, query) : listPublications(deps.db, person, query),
  )
  mount(publications.getFilters, ({ deps, person }) => publicationFilters(deps.db, person))
  mount(publications.getPublication, openPublication)
  mount(fileCopies.list, ({ deps, params, query }) => copiesOf(deps.db, params.id, query))
  mount(publications.getPublicationDoc, publicationDoc)
  mount(publications.getDownloads, async ({ deps, params }) => ({ downloads: await downloadsOf(deps.db, params.id) }))
  mount(publications.getReleasesToPublish, async ({ deps, query }) => ({
    releases: await releasesToPublish(deps.db, query.release_ids, momentOf(deps.clock)),
    upload_limit: deps.settings.uploadLimit,
  }))
  mount(publications.publish, publish)
  mount(publications.withdraw, withdraw)
  mount(receipts.confirm, confirm)
  mount(receipts.check, check)
  mount(receipts.list, async ({ deps, params }) => ({ companies: await receiptsByCompany(deps, params.id) }))
  mount(receipts.remind, remindNow)
  mount(versions.list, ({ deps, person, query }) => versionsMap(deps.db, person, query))
  mount(versions.excel, versionsExcel)
  mount(versions.ofRelease, async ({ deps, person, params }) => ({
    versions: await versionsOfRelease(deps.db, person, params.id),
  }))
  mount(drafts.getDraft, ({ deps, person }) => draftOf(deps.db, person))
  mount(drafts.saveDraft, saveDraft)
  mount(drafts.previewDoc, draftDoc)
}

/**
 * Subscribes to releases that are shown, registers the queue of copies, and the schedules that resume them and remind
 * companies in their own working hours.
 */
export async function connect(deps: Deps): Promise<void> {
  deps.listeners.on('release.changed', handOverShown(deps))
  await deps.jobs.work('copy', (job) => copy(deps, job))
  await deps.jobs.every(EVERY_TEN_MINUTES, 'remind_of_files', () => remindOfFiles(deps))
  await deps.jobs.every(EVERY_TEN_MINUTES, 'resume_copies', () => resumeCopies(deps))
}
