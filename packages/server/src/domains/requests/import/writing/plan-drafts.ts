import type { Db } from '../../../../platform/call.ts'
import type { Draft } from '../rows/drafts.ts'
import type { Keys } from '../rows/keys.ts'
import type { Placement } from './placement.ts'
import { counted, joinedReleases, NOTHING, planImport, type Tally } from './plan.ts'
import type { ReportProgress } from '../progress.ts'
import type { Spool } from '../spool.ts'
import { knownRequests, type ImportedRequest } from '../../queries/import/requests.ts'

/** Plans a part of the drafts against the current requests. */
export async function planPart(db: Db, source: string, part: Draft[], placement: Placement) {
  const keys = part.map(({ source_key }) => source_key)
  const known = await knownRequests(db, source, keys)
  return planImport(opened(part, known, placement), known)
}

/**
 * Moves a request that has become visible to everybody since the last file, and names no company, to the default
 * company.
 */
function opened(part: Draft[], known: ImportedRequest[], { closed, company }: Placement): Draft[] {
  if (company.id === null) return part
  const idcomp = company.id
  const hidden = new Set(
    known.filter(({ lastRow }) => closed.all.has(lastRow?.idcomp ?? 0)).map(({ source_key }) => source_key),
  )
  const isOpened = ({ source_key, row }: Draft) => row.idcomp === undefined && hidden.has(source_key)
  return part.map((draft) => (isOpened(draft) ? { ...draft, row: { ...draft.row, idcomp } } : draft))
}

interface Ahead {
  source: string
  placement: Placement
  /** Called with the requests that will be changed. */
  mark: Keys['mark']
  emitChange: ReportProgress
}

/** Counts what an import would do now, and collects the releases that it would change. */
export async function lookAhead(
  db: Db,
  drafts: Spool<Draft>,
  input: Ahead,
): Promise<{ tally: Tally; releases: ReadonlySet<number> }> {
  let tally: Tally = NOTHING
  const releases = new Set<number>()
  let done = 0
  for await (const part of drafts.parts()) {
    const plan = await planPart(db, input.source, part, input.placement)
    tally = counted(tally, plan)
    joinedReleases(plan).forEach((id) => releases.add(id))
    await input.mark(plan.update.map(({ known }) => known))
    done += part.length
    await input.emitChange({ stage: 'comparing', done, total: drafts.count })
  }
  return { tally, releases }
}
