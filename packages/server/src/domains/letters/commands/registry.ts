import type { Listener } from '../../../platform/events.ts'
import { mentionAround } from '../queries.ts'
import { reachable } from '../rules.ts'
import { mentionedContent } from '../templates/registry-letters.ts'
import { aroundOf, write } from './write.ts'

/** Who was named in a comment reads it at once, wherever they are. */
export const onMentioned: Listener<'registry.mentioned'> = async (tx, event, teller) => {
  const { people, ...facts } = await mentionAround(tx, event.data)
  const targets = reachable(people, teller.person.id).map(({ email }) => email)
  await write(tx, teller, event, [
    { content: async () => mentionedContent(facts, aroundOf(teller, event)), ics: null, targets },
  ])
}
