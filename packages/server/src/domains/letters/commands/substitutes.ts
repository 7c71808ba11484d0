import type { Listener } from '../../../platform/events.ts'
import { substituteAround } from '../queries/substitutes.ts'
import { reachable } from '../rules.ts'
import { substituteContent } from '../templates/substitute-letters.ts'
import { aroundOf, replyToOf, write } from './write.ts'

/** Notifies a substitute on the first day: from then on letters go to both people. */
export const onSubstitute: Listener<'substitute.changed'> = async (tx, event, actor) => {
  const { substitute_id, became } = event.data
  const found = became === 'started' ? await substituteAround(tx, substitute_id) : undefined
  if (!found) return
  const targets = reachable([found.person], actor.person.id).map(({ email }) => email)
  const content = async () => substituteContent(found, aroundOf(actor, event))
  await write(tx, actor, event, [{ content, ics: null, replyTo: replyToOf(actor), targets }])
}
