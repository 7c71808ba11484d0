import type { Listener } from '../../../platform/events.ts'
import { administrators, webhookAround } from '../queries/letters.ts'
import { reachable } from '../rules.ts'
import { goneContent, switchedOffContent } from '../templates/webhook-letters.ts'
import { aroundOf, write } from './write.ts'

/** Notifies administrators that a webhook was switched off. */
export const onWebhookSwitchedOff: Listener<'webhook.switched_off'> = async (tx, event, actor) => {
  const { webhook_id: id, is_gone } = event.data
  const facts = await webhookAround.one(tx, { id })
  const targets = reachable(await administrators.all(tx, {}), actor.person.id).map(({ email }) => email)
  const contentOf = is_gone ? goneContent : switchedOffContent
  const content = async () => contentOf(facts, aroundOf(actor, event))
  await write(tx, actor, event, [{ content, ics: null, targets }])
}
