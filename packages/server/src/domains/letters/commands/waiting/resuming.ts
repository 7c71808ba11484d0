import { isTheirsAgain } from '../../queries/resuming.ts'
import { dayOf, momentOf } from '../../../../platform/clock.ts'
import type { Actor, Deps } from '../../../../platform/call.ts'
import { emit } from '../../../../platform/events.ts'
import { PRODUCT } from '../../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../../platform/transaction.ts'
import { UNSURE } from '../../../../platform/unsure.ts'
import { companyNames, namesApart } from '../../../catalog/port.ts'
import { resume, resumedSince, writeAttempt } from '../../../deliveries/port.ts'
import { publicationAround } from '../../queries/letters.ts'
import { takeLeftOut, type Untold } from '../../store/sent.ts'
import { letterAbout } from '../publications.ts'
import { write, type Due } from '../write.ts'

/** Writes to a company of the releases of a publication that the letters to these addresses left out. */
async function writeOfUntold(tx: Transaction, actor: Actor, [first, ...others]: Untold[]): Promise<void> {
  if (!first) return
  const { event_id, publication_id: id, idcomp, reply_to, is_unsure } = first
  const release_ids = [...new Set([first, ...others].map(({ release_id }) => release_id))]
  const publication = await publicationAround(tx, id)
  const told = publication.releases.filter((release) => release_ids.includes(release.id))
  const company = (await companyNames(tx, [idcomp])).get(idcomp)
  const name = company ? (await namesApart(tx)).company(company) : null
  const at = momentOf(actor.deps.clock)
  const { author, created_at } = publication
  const around = { publicUrl: actor.deps.settings.publicUrl, at, day: dayOf(created_at), actor: author }
  const due: Due = {
    ...letterAbout({ publication, side: { idcomp, name }, told, around }),
    replyTo: reply_to,
    targets: [first, ...others].map(({ target }) => target),
    release_ids,
  }
  const cause = { id: event_id, at, kind: 'publication.published', entity: 'publication', entity_id: id }
  const ids = await write(tx, actor, cause, [due])
  if (is_unsure) for (const delivery_id of ids) await leaveToPeople(tx, actor, delivery_id)
}

/** Ends a delivery that may have been sent before a restore: repeating it is left to people. */
async function leaveToPeople(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const ended = { state: 'failed' as const, attempts: 0, last_error: UNSURE, needless: false }
  await writeAttempt(tx, id, { ...ended, at: momentOf(actor.deps.clock) })
  await emit(tx, actor, { kind: 'delivery.failed', entity: 'delivery', entity_id: id, companies: [], data: {} })
}

/** Tells of releases that letters had left out because they were hidden, or their company was on the list, for a while. */
const writeOfLeftOut = (actor: Actor) =>
  inTransaction(actor, async (tx) => {
    const byAddress = Map.groupBy(await takeLeftOut(tx, resumedSince(actor.deps)), (one) =>
      [one.event_id, one.idcomp, one.is_unsure, one.target].join(' '),
    )
    // Addresses that are told of the same releases get one letter.
    const letters = Map.groupBy([...byAddress.values()], (of) =>
      [of[0]?.event_id, of[0]?.idcomp, of[0]?.is_unsure, ...of.map(({ release_id }) => release_id)].join(' '),
    )
    for (const of of letters.values()) await writeOfUntold(tx, actor, of.flat())
  })

/** Sends what was not told because a release was hidden, or its company was on the list, for a while. */
export async function resumeLetters(deps: Deps): Promise<void> {
  await resume(deps, isTheirsAgain)
  await writeOfLeftOut({ deps, person: PRODUCT })
}
