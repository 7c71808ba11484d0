import type { Listener } from '../../../platform/events.ts'
import { publicationAround } from '../queries.ts'
import { publishedSides, reachable } from '../rules.ts'
import { publishedContent } from '../templates/publication-letters.ts'
import { aroundOf, replyToOf, write, type Due } from './write.ts'

/** Staff read of every release, each company only of those it gets. */
export const onPublished: Listener<'publication.published'> = async (tx, event, actor) => {
  const { releases, recipients, id, text } = await publicationAround(tx, event.data.publication_id)
  const around = aroundOf(actor, event)
  const due = publishedSides(releases, reachable(recipients, actor.person.id)).map(({ readers, told }): Due => ({
    content: async () => publishedContent({ id, text, releases: told.map(({ title }) => title) }, around),
    ics: null,
    replyTo: replyToOf(actor),
    targets: readers.map(({ email }) => email),
  }))
  await write(tx, actor, event, due)
}
