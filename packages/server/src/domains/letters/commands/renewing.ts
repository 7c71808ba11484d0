import { decodeName } from '@vypusk/contract'
import type { Db, Deps } from '../../../platform/call.ts'
import { dayOf } from '../../../platform/clock.ts'
import { companyNames } from '../../catalog/port.ts'
import { agreementLeft, publicationAround, type PublicationAround } from '../queries.ts'
import { withdrawnSince } from '../../agreements/port.ts'
import { TAKEN_BACK } from '../../publications/port.ts'
import { groundOf } from '../queries/templates.ts'
import type { waitingLetter } from '../store.ts'
import type { Around } from '../templates/agreement-letters.ts'
import { fetchContent, publishedContent, type PublicationFacts } from '../templates/publication-letters.ts'
import { letterOf, type LetterContent } from '../templates/register.ts'

type Waiting = NonNullable<Awaited<ReturnType<typeof waitingLetter>>>
type LetterText = Pick<Waiting, 'subject' | 'html' | 'text'>

const WITHDRAWN = 'Согласование сняли до того, как письмо ушло'

/** What a letter about a publication is written from again. */
interface Renewed extends Omit<PublicationFacts, 'id'> {
  id: number
  author: string
}

/** The letters that name releases for a company to fetch. Every other letter is sent as it was written. */
const CONTENTS: Partial<Record<string, (facts: Renewed, around: Around) => LetterContent>> = {
  'publication.published': publishedContent,
  'publication.reminded': fetchContent,
}

/** The company that a letter about a publication is for; null if it is for staff. */
const sideOf = ({ target, idcomp }: Waiting, { recipients }: PublicationAround): number | null =>
  idcomp ?? recipients.find(({ email }) => email?.toLowerCase() === target.toLowerCase())?.idcomp ?? null

/**
 * The letter of a publication: as it was written, and if its company has since lost a release, only about those that it
 * still gets.
 */
async function publishedNow(db: Db, deps: Deps, waiting: Waiting): Promise<LetterText | null> {
  const contentOf = CONTENTS[waiting.kind]
  if (!contentOf) return waiting
  const publication = await publicationAround(db, waiting.entity_id)
  const { releases, text, corrects, author } = publication
  const idcomp = sideOf(waiting, publication)
  if (idcomp === null) return waiting
  const of = (kind: 'customers' | 'handed') => releases.filter((release) => release[kind].includes(idcomp))
  const shown = of('customers')
  if (shown.length === 0) return null
  if (shown.length === of('handed').length) return waiting
  const names = await companyNames(db, [idcomp])
  const facts = { text, corrects, author, company: decodeName(names.get(idcomp)?.namecomp ?? '') }
  const around = { publicUrl: deps.settings.publicUrl, at: waiting.created_at, day: dayOf(waiting.created_at) }
  const content = contentOf(
    { ...facts, id: waiting.entity_id, releases: shown.map(({ title }) => title) },
    { ...around, actor: author },
  )
  const { overrides, proof } = await groundOf(db)
  return letterOf(content, overrides, proof)
}

/**
 * Why a waiting letter is not sent any more: it asks for an answer by a link, and its agreement was withdrawn; or it
 * offers files to fetch, and their publication was withdrawn. Null if it may be sent.
 */
export async function takenBack(
  db: Db,
  { entity, entity_id, kind, text, created_at }: Waiting,
): Promise<string | null> {
  if (entity === 'publication')
    return kind in CONTENTS && (await publicationAround(db, entity_id)).isWithdrawn ? TAKEN_BACK : null
  const isAsking = entity === 'agreement' && text.includes('/approve/')
  return isAsking && (await withdrawnSince(db, entity_id, created_at)) ? WITHDRAWN : null
}

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
