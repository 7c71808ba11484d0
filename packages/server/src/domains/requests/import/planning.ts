import type { Db } from '../../../platform/call.ts'
import type { Draft } from './drafts.ts'
import { counted, NOTHING, planImport, type Tally } from './plan.ts'
import type { Spool } from './spool.ts'
import { knownRequests } from './store.ts'

/** What there is to do with a part of the drafts, as the requests are now. */
export async function planPart(db: Db, source: string, part: Draft[]) {
  const keys = part.map(({ source_key }) => source_key)
  return planImport(part, await knownRequests(db, source, keys))
}

/** What an import would do now, and the ids of the requests it would change. */
export async function lookAhead(db: Db, source: string, drafts: Spool<Draft>) {
  let tally: Tally = NOTHING
  const updated: number[] = []
  for await (const part of drafts.parts()) {
    const plan = await planPart(db, source, part)
    tally = counted(tally, plan)
    for (const { known } of plan.update) updated.push(known.id)
  }
  return { tally, updated }
}
