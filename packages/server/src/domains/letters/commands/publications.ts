import { decodeName } from '@vypusk/contract'
import type { Listener } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { companyNames } from '../../catalog/port.ts'
import { publicationAround } from '../queries/letters.ts'
import { correctedFor, publishedSides, reachable } from '../rules.ts'
import { unfetchedBy } from '../queries/publications.ts'
import { withdrawalOf } from '../queries/withdrawal.ts'
import { fetchContent, publishedContent, takenBackContent } from '../templates/publication-letters.ts'
import { aroundOf, replyToOf, write, type Due } from './write.ts'

/** The name of each side's company: people who belong to several read which one the letter is for. */
async function nameOf(tx: Transaction, sides: { idcomp: number | null }[]) {
  const ids = sides.flatMap(({ idcomp }) => (idcomp === null ? [] : [idcomp]))
  const names = await companyNames(tx, ids)
  return (idcomp: number | null): string | null =>
    idcomp === null ? null : decodeName(names.get(idcomp)?.namecomp ?? '')
}

/** Sends the letters about a publication: staff get all of its releases, each company those it gets. */
export const onPublished: Listener<'publication.published'> = async (tx, event, actor) => {
  const { releases, recipients, id, text, corrects } = await publicationAround(tx, event.data.publication_id)
  const around = aroundOf(actor, event)
  const sides = publishedSides(releases, reachable(recipients, actor.person.id))
  const companies = await nameOf(tx, sides)
  const due = sides.map(({ idcomp, readers, shown }): Due => ({
    content: () => {
      const titles = shown.map(({ title }) => title)
      const instead = correctedFor(idcomp, shown, corrects)
      return publishedContent({ id, text, corrects: instead, releases: titles, company: companies(idcomp) }, around)
    },
    ics: null,
    idcomp,
    replyTo: replyToOf(actor),
    targets: readers.map(({ email }) => email),
  }))
  await write(tx, actor, event, due)
}

/**
 * Tells the same people, and whoever has had it in hand since, that what they got must not be installed. Staff read of
 * which companies nobody could be told.
 */
export const onPublicationWithdrawn: Listener<'publication.withdrawn'> = async (tx, event, actor) => {
  const { publication_id: id, reason } = event.data
  const { sides, silent } = await withdrawalOf(tx, id, actor.person.id)
  const around = aroundOf(actor, event)
  const untold = silent.map(({ namecomp }) => decodeName(namecomp))
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
