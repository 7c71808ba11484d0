import type { Listener } from '../../../platform/events.ts'
import { mentionAround } from '../queries/letters.ts'
import { reachable } from '../rules.ts'
import { mentionedContent } from '../templates/registry-letters.ts'
import { aroundOf, write } from './write.ts'

/** Sends a letter at once to the people mentioned in a comment. */
export const onMentioned: Listener<'registry.mentioned'> = async (tx, event, actor) => {
  const { people, ...facts } = await mentionAround(tx, event.data)
  const targets = reachable(people, actor.person.id).map(({ email }) => email)
  await write(tx, actor, event, [
    { content: () => mentionedContent(facts, aroundOf(actor, event)), ics: null, targets },
  ])
}
