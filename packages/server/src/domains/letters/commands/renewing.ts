import { decodeName } from '@vypusk/contract'
import type { Db, Deps } from '../../../platform/call.ts'
import { dayOf } from '../../../platform/clock.ts'
import { companyNames } from '../../catalog/port.ts'
import { agreementLeft, publicationAround } from '../queries.ts'
import { withdrawnSince } from '../../agreements/port.ts'
import { overridesOf } from '../queries/templates.ts'
import { publishedSides, reachable } from '../rules.ts'
import type { waitingLetter } from '../store.ts'
import { publishedContent } from '../templates/publication-letters.ts'
import { letterOf } from '../templates/register.ts'

type Waiting = NonNullable<Awaited<ReturnType<typeof waitingLetter>>>
type LetterText = Pick<Waiting, 'subject' | 'html' | 'text'>

/** The letter of a publication, rewritten for its reader: only about releases that the company still gets. */
async function publishedNow(db: Db, deps: Deps, waiting: Waiting): Promise<LetterText | null> {
  const { releases, recipients, id, text, author } = await publicationAround(db, waiting.entity_id)
  const reader = recipients.find(
    ({ email, idcomp }) =>
      email?.toLowerCase() === waiting.target.toLowerCase() && (waiting.idcomp === null || waiting.idcomp === idcomp),
  )
  if (!reader || reader.isRivc) return waiting
  const [side] = publishedSides(releases, reachable([reader], 0))
  if (!side) return null
  const around = { publicUrl: deps.settings.publicUrl, at: waiting.created_at, day: dayOf(waiting.created_at) }
  const names = await companyNames(db, side.idcomp === null ? [] : [side.idcomp])
  const company = decodeName(names.get(side.idcomp ?? 0)?.namecomp ?? '')
  const content = publishedContent(
    { id, text, releases: side.shown.map(({ title }) => title), company },
    { ...around, actor: author },
  )
  return letterOf(content, await overridesOf(db))
}

/**
 * Whether a letter asks for an answer by a link and its agreement was withdrawn while it waited: then nobody is asked
 * any more.
 */
export const isTakenBack = async (db: Db, { entity, entity_id, text, created_at }: Waiting): Promise<boolean> =>
  entity === 'agreement' && text.includes('/approve/') && (await withdrawnSince(db, entity_id, created_at))

/**
 * The text that a waiting letter may still be sent with: a company that was put on a not-publishing list meanwhile gets
 * nothing about that release (product.md, "Not-publishing list").
 * @returns null if nothing of it may be sent
 */
export async function asItMayGo(db: Db, deps: Deps, waiting: Waiting): Promise<LetterText | null> {
  if (waiting.entity === 'publication') return publishedNow(db, deps, waiting)
  // This letter reports exactly that.
  if (waiting.kind === 'agreement.withdrawn') return waiting
  const left = { id: waiting.entity_id, lowered: waiting.target.toLowerCase() }
  if (waiting.entity === 'agreement' && (await agreementLeft.first(db, left))) return null
  return waiting
}
