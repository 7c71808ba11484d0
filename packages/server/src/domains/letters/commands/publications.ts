import type { Listener } from '../../../platform/events.ts'
import { publicationAround } from '../queries.ts'
import { publishedSides, reachable } from '../rules.ts'
import { unfetchedBy } from '../queries/publications.ts'
import { fetchContent, publishedContent, takenBackContent } from '../templates/publication-letters.ts'
import { aroundOf, replyToOf, write, type Due } from './write.ts'

/** Staff read of every release, each company only of those it gets. */
export const onPublished: Listener<'publication.published'> = async (tx, event, actor) => {
  const { releases, recipients, id, text, corrects } = await publicationAround(tx, event.data.publication_id)
  const around = aroundOf(actor, event)
  const due = publishedSides(releases, reachable(recipients, actor.person.id)).map(({ readers, told }): Due => ({
    content: () => publishedContent({ id, text, corrects, releases: told.map(({ title }) => title) }, around),
    ics: null,
    replyTo: replyToOf(actor),
    targets: readers.map(({ email }) => email),
  }))
  await write(tx, actor, event, due)
}

/** To the same people, of the same releases: what they were sent is not to be installed. */
export const onPublicationWithdrawn: Listener<'publication.withdrawn'> = async (tx, event, actor) => {
  const { publication_id: id, reason } = event.data
  const { releases, recipients } = await publicationAround(tx, id)
  const around = aroundOf(actor, event)
  const due = publishedSides(releases, reachable(recipients, actor.person.id)).map(({ readers, told }): Due => ({
    content: () => takenBackContent({ id, reason, releases: told.map(({ title }) => title) }, around),
    ics: null,
    replyTo: replyToOf(actor),
    targets: readers.map(({ email }) => email),
  }))
  await write(tx, actor, event, due)
}

/** A company's recipients, when nobody of it has fetched the files. */
export const onReminded: Listener<'publication.reminded'> = async (tx, event, actor) => {
  const { publication_id, idcomp } = event.data
  const { recipients, author } = await publicationAround(tx, publication_id)
  const releases = await unfetchedBy(tx, publication_id, idcomp)
  const own = recipients.filter((person) => person.idcomp === idcomp)
  const targets = reachable(own, actor.person.id).map(({ email }) => email)
  const content = async () => fetchContent({ id: publication_id, releases, author }, aroundOf(actor, event))
  await write(tx, actor, event, [{ content, ics: null, replyTo: replyToOf(actor), targets }])
}
