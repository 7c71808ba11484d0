import type { Listener } from '../../../platform/events.ts'
import { publicationAround } from '../queries.ts'
import { publishedSides, reachable } from '../rules.ts'
import { publishedContent, takenBackContent } from '../templates/publication-letters.ts'
import { aroundOf, replyToOf, write, type Due } from './write.ts'

/** Staff read of every release, each company only of those it gets. */
export const onPublished: Listener<'publication.published'> = async (tx, event, actor) => {
  const { releases, recipients, id, text, corrects } = await publicationAround(tx, event.data.publication_id)
  const around = aroundOf(actor, event)
  const due = publishedSides(releases, reachable(recipients, actor.person.id)).map(({ readers, told }): Due => ({
    content: async () => publishedContent({ id, text, corrects, releases: told.map(({ title }) => title) }, around),
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
    content: async () => takenBackContent({ id, reason, releases: told.map(({ title }) => title) }, around),
    ics: null,
    replyTo: replyToOf(actor),
    targets: readers.map(({ email }) => email),
  }))
  await write(tx, actor, event, due)
}
