import type { drafts } from '@vypusk/contract'
import type { Call, Db, Person } from '../../../platform/call.ts'
import { momentOf, today } from '../../../platform/clock.ts'
import { refuse } from '../../../platform/refusal.ts'
import { listed, reached } from '../rules/draft.ts'
import { packagesOf, packagesIn } from '../rules/packages.ts'
import { modulesUsed } from './uses.ts'
import { documentOf, viewerOf, type DocumentItem } from './document.ts'
import { livingFiles } from './drafts.ts'
import { releasesToPublish } from './to-publish.ts'

type DraftCall = Pick<Call<typeof drafts.previewDoc>, 'deps' | 'person' | 'body' | 'query'>
type Draft = DraftCall['body']

/** The draft's releases as the viewer would see them in the publication, without internal data for a client. */
async function itemsSeenBy(db: Db, { isRivc, idcomp }: Person, draft: Draft, now: string): Promise<DocumentItem[]> {
  const releases = await releasesToPublish(
    db,
    draft.list.map(({ release }) => release),
    now,
  )
  const files = await livingFiles.all(db, { ids: draft.list.flatMap((item) => item.files) })
  const uses = await modulesUsed(db, isRivc ? draft.list.flatMap(({ customers }) => customers) : [idcomp ?? 0])
  return draft.list.flatMap((item) => {
    const release = releases.find(({ id }) => id === item.release)
    if (!release) return []
    if (!isRivc && !reached(item, release).includes(idcomp ?? 0)) return []
    const own = isRivc ? item.files : packagesOf(item, uses)(idcomp ?? 0)
    const { id, title } = release
    return {
      release: { id, title },
      files: files.filter((file) => own.includes(file.id)),
      packages: isRivc ? packagesIn(item, uses) : null,
      modules: release.modules.filter(({ idmod }) => item.modules.includes(idmod)),
      customers: release.companies.filter((company) => item.customers.includes(company.idcomp)),
      notPublishingList: isRivc ? listed(item, release) : [],
      reason: isRivc && !release.readiness.ready ? (draft.reason ?? null) : null,
    }
  })
}

/**
 * The Word document that publishing the draft would make, whole or for one company. @throws 404 if the company gets
 * nothing
 */
export async function draftDoc(call: DraftCall) {
  const { deps, body } = call
  const person = viewerOf(call)
  const list = await itemsSeenBy(deps.db, person, body, today(deps.clock))
  if (list.length === 0) throw refuse('not_found')
  const head = { author: call.person, created_at: momentOf(deps.clock), text: body.text, list }
  return documentOf({ deps, person }, 'Публикация', head)
}
