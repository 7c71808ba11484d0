import type { Db } from '../../../platform/call.ts'
import type { Draft } from './drafts.ts'
import type { Keys } from './keys.ts'
import type { Placement } from './placement.ts'
import { counted, NOTHING, planImport, type ImportedRequest, type Tally } from './plan.ts'
import type { ReportProgress } from './progress.ts'
import type { Spool } from './spool.ts'
import { knownRequests } from './store.ts'

/** What there is to do with a part of the drafts, as the requests are now. */
export async function planPart(db: Db, source: string, part: Draft[], placement: Placement) {
  const keys = part.map(({ source_key }) => source_key)
  const known = await knownRequests(db, source, keys)
  return planImport(opened(part, known, placement), known)
}

/** What is shown to everybody there since the last file, and names no company, comes to where others go. */
function opened(part: Draft[], known: ImportedRequest[], { closed, company }: Placement): Draft[] {
  if (closed.id === null || company.id === null) return part
  const idcomp = company.id
  const hidden = new Set(known.filter(({ said }) => said?.idcomp === closed.id).map(({ source_key }) => source_key))
  const isOpened = ({ source_key, row }: Draft) => row.idcomp === undefined && hidden.has(source_key)
  return part.map((draft) => (isOpened(draft) ? { ...draft, row: { ...draft.row, idcomp } } : draft))
}

interface Ahead {
  source: string
  placement: Placement
  /** Is told of the requests that would be changed. */
  mark: Keys['mark']
  emitChange: ReportProgress
}

/** What an import would do now. */
export async function lookAhead(db: Db, drafts: Spool<Draft>, input: Ahead): Promise<Tally> {
  let tally: Tally = NOTHING
  let done = 0
  for await (const part of drafts.parts()) {
    const plan = await planPart(db, input.source, part, input.placement)
    tally = counted(tally, plan)
    await input.mark(plan.update.map(({ known }) => known))
    done += part.length
    await input.emitChange({ stage: 'comparing', done, total: drafts.count })
  }
  return tally
}
