import { dayOf } from '../../../platform/clock.ts'
import type { EventActor, Listener } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { companyNames, namesApart } from '../../catalog/port.ts'
import { publicationAround, type PublicationAround } from '../queries/letters.ts'
import { correctedFor, publishedSides, reachable } from '../rules.ts'
import { unfetchedBy } from '../queries/publications.ts'
import { withdrawalOf } from '../queries/withdrawal.ts'
import { fetchContent, publishedContent, takenBackContent } from '../templates/publication-letters.ts'
import type { Around } from '../templates/agreement-letters.ts'
import { aroundOf, replyToOf, write, type Cause, type Due } from './write.ts'

/** The name of each side's company: people who belong to several read which one the letter is for. */
async function nameOf(tx: Transaction, sides: { idcomp: number | null }[]) {
  const ids = sides.flatMap(({ idcomp }) => (idcomp === null ? [] : [idcomp]))
  const names = await companyNames(tx, ids)
  const called = await namesApart(tx)
  return (idcomp: number | null): string | null => {
    const company = idcomp === null ? null : names.get(idcomp)
    return company ? called.company(company) : null
  }
}

interface Telling {
  publication: PublicationAround
  /** The company it is for, with its name; nulls for staff. */
  side: { idcomp: number | null; name: string | null }
  told: PublicationAround['releases']
  around: Around
}

/** The letter about those releases of a publication that one side is told of. */
export function letterAbout({ publication, side: { idcomp, name: company }, told, around }: Telling) {
  const { id, text, corrects, releases } = publication
  const facts = { id, text, corrects: correctedFor(idcomp, told, corrects), company }
  const own = releases.filter(({ handed }) => idcomp === null || handed.includes(idcomp))
  return {
    content: () => publishedContent({ ...facts, releases: told.map(({ title }) => title) }, around),
    ics: null,
    idcomp,
    ...(told.length === own.length ? {} : { release_ids: told.map((release) => release.id) }),
  }
}

/** Writes to each side of the releases that it is told of. */
async function writeToSides(
  tx: Transaction,
  actor: EventActor,
  event: Cause,
  { publication, releases, around }: Pick<Telling, 'publication' | 'around'> & Pick<PublicationAround, 'releases'>,
  readers = publication.recipients,
) {
  const sides = publishedSides(releases, reachable(readers, actor.person.id))
  const companies = await nameOf(tx, sides)
  const due = sides.map(({ idcomp, readers: own, shown: told }): Due => ({
    ...letterAbout({ publication, side: { idcomp, name: companies(idcomp) }, told, around }),
    replyTo: replyToOf(actor),
    targets: own.map(({ email }) => email),
  }))
  await write(tx, actor, event, due)
}

/** Sends the letters about a publication: staff get all of its releases, each company those it gets. */
export const onPublished: Listener<'publication.published'> = async (tx, event, actor) => {
  const publication = await publicationAround(tx, event.data.publication_id)
  const { releases } = publication
  await writeToSides(tx, actor, event, { publication, releases, around: aroundOf(actor, event) })
}

/**
 * Tells each company of the releases of a publication that were hidden when it was made. A company that was put on the
 * not-publishing list since is written to as well: its letter waits until that is over.
 */
export const onShown: Listener<'publication.shown'> = async (tx, event, actor) => {
  const publication = await publicationAround(tx, event.entity_id)
  const releases = publication.releases
    .filter(({ id }) => event.data.release_ids.includes(id))
    .map((release) => ({ ...release, customers: release.handed }))
  const around = { ...aroundOf(actor, event), day: dayOf(publication.created_at), actor: publication.author }
  const clients = publication.recipients.filter(({ isRivc }) => !isRivc)
  const cause = { ...event, kind: 'publication.published' }
  await writeToSides(tx, actor, cause, { publication, releases, around }, clients)
}

/**
 * Tells the same people, and whoever has had it in hand since, that what they got must not be installed. Staff read of
 * which companies nobody could be told.
 */
export const onPublicationWithdrawn: Listener<'publication.withdrawn'> = async (tx, event, actor) => {
  const { publication_id: id, reason } = event.data
  const { sides, silent } = await withdrawalOf(tx, id, actor.person.id)
  const around = aroundOf(actor, event)
  const untold = silent.map((await namesApart(tx)).company)
  const companies = await nameOf(tx, sides)
  const due = sides.map(({ idcomp, readers, shown }): Due => ({
    content: () => {
      const titles = shown.map(({ title }) => title)
      return takenBackContent(
        { id, reason, releases: titles, company: companies(idcomp), untold: idcomp === null ? untold : [] },
        around,
      )
    },
    ics: null,
    idcomp,
    replyTo: replyToOf(actor),
    targets: readers.map(({ email }) => email),
  }))
  await write(tx, actor, event, due)
}

/** Reminds a company's recipients when nobody of it has fetched the files. */
export const onReminded: Listener<'publication.reminded'> = async (tx, event, actor) => {
  const { publication_id, idcomp } = event.data
  const { recipients, author } = await publicationAround(tx, publication_id)
  const releases = await unfetchedBy(tx, publication_id, idcomp)
  const own = recipients.filter((person) => person.idcomp === idcomp)
  const targets = reachable(own, actor.person.id).map(({ email }) => email)
  const company = (await nameOf(tx, [{ idcomp }]))(idcomp)
  const content = () => fetchContent({ id: publication_id, releases, author, company }, aroundOf(actor, event))
  await write(tx, actor, event, [{ content, ics: null, idcomp, replyTo: replyToOf(actor), targets }])
}
