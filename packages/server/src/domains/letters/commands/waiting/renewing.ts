import type { Db, Deps } from '../../../../platform/call.ts'
import { isPasswordLinkOpen } from '../../../auth/port.ts'
import { companyNames, namesApart } from '../../../catalog/port.ts'
import { agreementLeft, publicationAround, type PublicationAround } from '../../queries/letters.ts'
import { linkedLetterEnded } from '../../../agreements/port.ts'
import { NO_LONGER_THEIRS, TAKEN_BACK } from '../../../publications/port.ts'
import { reachedBy } from '../../queries/accounts.ts'
import { hiddenCompany, unfetchedBy } from '../../queries/publications.ts'
import { correctedFor, DAILY_LETTER, whyNotTo } from '../../rules.ts'
import type { Around } from '../../templates/agreement-letters.ts'
import { fetchContent, publishedContent, type PublicationFacts } from '../../templates/publication-letters.ts'
import type { LetterContent } from '../../templates/register.ts'
import { doneMeanwhile } from './done-meanwhile.ts'
import { buildLetter } from './builds.ts'
import { withWordsLeft } from './words.ts'
import { mentionLetter, noticeLetter } from './notices.ts'
import { endingLetter } from './replaced.ts'
import { substituteLetter, webhookLetter } from './substitutes-and-webhooks.ts'
import { isOfScope, scopeLetter } from './scopes.ts'
import {
  ANSWER_LINK,
  aroundThen,
  needless,
  writtenAgain,
  type LetterText,
  type Outcome,
  type Stopped,
  type Waiting,
} from './letters.ts'

/** The link of a password letter, with its token. */
const PASSWORD_LINK = /\/password\/([\w-]{43})/

/** A notice is stored under its reader, but its event is the entry's; a daily letter has many events. */
const isOfRegistry = ({ entity, about, kind }: Waiting): boolean =>
  entity === 'registry_entry' || (about === 'registry_entry' && kind !== DAILY_LETTER)

const DEAD_LINK = 'Ссылка для пароля больше не действует: отправьте человеку новое письмо'

const FETCHED = 'Напоминать больше не о чем: файлы скачаны, или о получении сообщили'

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
 * still gets. A letter that offers files is not sent once they cannot be fetched.
 */
async function publicationLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  if (!CONTENTS[waiting.kind]) return waiting
  const publication = await publicationAround(db, waiting.entity_id)
  if (publication.isWithdrawn) return needless(TAKEN_BACK)
  const idcomp = sideOf(waiting, publication)
  if (idcomp === null) return waiting
  const handed = handedBy(waiting, publication, idcomp)
  const shown = handed.filter(({ customers }) => customers.includes(idcomp))
  if (shown.length === 0) return needless(NO_LONGER_THEIRS)
  const about = { waiting, publication, idcomp, shown }
  if (waiting.kind === 'publication.reminded') return reminder(db, deps, about)
  if (shown.length === handed.length) return waiting
  const written = await publicationAgain(db, deps, about, titlesOf(shown))
  const leftOut = handed.filter((release) => !shown.includes(release))
  return { ...written, release_ids: idsOf(shown), left_out: { idcomp, release_ids: idsOf(leftOut) } }
}

type Handed = PublicationAround['releases']

const titlesOf = (releases: Handed) => releases.map(({ title }) => title)
const idsOf = (releases: Handed) => releases.map(({ id }) => id)

/** The releases that the letter told of when it was written. */
const handedBy = ({ release_ids }: Waiting, { releases }: PublicationAround, idcomp: number): Handed =>
  releases.filter(({ id, handed }) => handed.includes(idcomp) && (release_ids === null || release_ids.includes(id)))

interface About {
  waiting: Waiting
  publication: PublicationAround
  /** The company it is for, and the releases that this gets. */
  idcomp: number
  shown: Handed
}

/** The letter about these releases, as of the moment when it was written first. */
async function publicationAgain(
  db: Db,
  deps: Deps,
  { waiting, publication, idcomp, shown }: About,
  releases: string[],
): Promise<LetterText> {
  const { text, corrects, author } = publication
  const names = await companyNames(db, [idcomp])
  const known = names.get(idcomp)
  const company = known ? (await namesApart(db)).company(known) : null
  const facts = { id: waiting.entity_id, text, corrects: correctedFor(idcomp, shown, corrects), author, company }
  const contentOf = CONTENTS[waiting.kind] ?? publishedContent
  return writtenAgain(db, deps, contentOf({ ...facts, releases }, aroundThen(deps, waiting, author)))
}

/** What is reminded of changes with each file that is fetched. */
async function reminder(db: Db, deps: Deps, about: About): Promise<Outcome> {
  const titles = await unfetchedBy(db, about.waiting.entity_id, about.idcomp)
  return titles.length === 0 ? needless(FETCHED) : publicationAgain(db, deps, about, titles)
}

/** Letters with a link by which the client is not asked about the date: they tell of a remark or of a build. */
const asks = ({ kind }: Waiting): boolean => !kind.startsWith('thread.') && kind !== 'agreement.build'

/**
 * The letter of an agreement; one with a link is sent only as long as its question and its addressee are the same, one
 * that asks for something as long as that is not done.
 */
async function agreementLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const { entity_id: id, kind, text, target } = waiting
  const [, token] = ANSWER_LINK.exec(text) ?? []
  const ended = token && (await linkedLetterEnded({ ...deps, db }, { token, target, asks: asks(waiting) }))
  if (ended) return ended
  const done = await doneMeanwhile(db, deps, waiting)
  if (done) return done
  // This letter reports exactly that.
  if (kind === 'agreement.withdrawn') return endingLetter(db, deps, waiting)
  const left = await agreementLeft.first(db, { id, lowered: target.toLowerCase() })
  if (left) return needless(NO_LONGER_THEIRS)
  if (isOfScope(waiting)) return scopeLetter(db, deps, waiting)
  return kind === 'agreement.build' ? buildLetter(db, deps, waiting) : waiting
}

/** A letter with a link that sets a password; its address may have been corrected, or the link used, while it waited. */
async function passwordLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const [, token] = PASSWORD_LINK.exec(waiting.text) ?? []
  if (token !== undefined && !(await isPasswordLinkOpen({ ...deps, db }, token))) return { reason: DEAD_LINK }
  return waiting
}

/** Why a letter is not sent to its address any more: things about the addressee change while it waits, too. */
async function addresseeLeft(db: Db, waiting: Waiting): Promise<string | null> {
  const reached = await reachedBy(db, waiting)
  if (!reached || reached.isExtra) return null
  // Of a letter with a link, the link knows whom it was sent to.
  if (reached.accounts.length === 0 && ANSWER_LINK.test(waiting.text)) return null
  return whyNotTo(reached.accounts, {
    company: waiting.idcomp ?? reached.company,
    isOfRegistry: isOfRegistry(waiting),
  })
}

/** Why a letter about files is not sent for now, though its addressee may be there again with the company. */
async function companyLeft(db: Db, { kind, entity, idcomp }: Waiting): Promise<Stopped | null> {
  const offersFiles = entity === 'publication' && kind in CONTENTS
  if (!offersFiles || idcomp === null) return null
  return (await hiddenCompany.first(db, { idcomp })) ? needless(NO_LONGER_THEIRS) : null
}

/** What a letter may be sent with by what became of the thing that it is about. */
async function asItsThingIs(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  if (waiting.entity === 'publication') return publicationLetter(db, deps, waiting)
  if (waiting.entity === 'notice') return noticeLetter(db, deps, waiting)
  if (waiting.kind === 'registry.mentioned') return mentionLetter(db, waiting)
  if (waiting.kind === 'user.password_asked') return passwordLetter(db, deps, waiting)
  if (waiting.kind === 'substitute.changed') return substituteLetter(db, waiting)
  if (waiting.kind === 'webhook.switched_off') return webhookLetter(db, waiting)
  return waiting.entity === 'agreement' ? agreementLetter(db, deps, waiting) : waiting
}

/**
 * What a waiting letter may still be sent with: things change while it waits, and a company that was put on a
 * not-publishing list meanwhile gets nothing about that release (product.md, "Not-publishing list"), nor does anybody
 * who was blocked, deleted or moved to another company. Withdrawn words are read nowhere but in the history.
 */
export async function asItMayGo(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const left = await companyLeft(db, waiting)
  if (left) return left
  const reason = await addresseeLeft(db, waiting)
  if (reason !== null) return { reason }
  const said = await withWordsLeft(db, deps, waiting)
  return 'reason' in said ? said : asItsThingIs(db, deps, { ...waiting, ...said })
}
