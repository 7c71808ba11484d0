import type { scopes, webhooks } from '@vypusk/contract'
import type { EventKind, EventKinds } from '../../../platform/events.ts'
import type { listenersOf } from '../store/webhooks.ts'

/** What an event is called where its own kind does not say enough, and who hears of it under another kind. */

/** How a message to a channel differs from the name of the event's kind and the title of its thing. */
export interface Wording {
  heading?: string
  /** The company that it is about, where the thing is several companies'. */
  company?: number
}

const DECISIONS: Record<scopes.Decision, string> = {
  anew: 'Состав изменился: клиент согласует заново',
  tell: 'Состав изменился, согласование в силе',
  ignore: 'Изменение состава несущественно, согласование в силе',
}

const WORDINGS: { [Kind in EventKind]?: (data: EventKinds[Kind]) => Wording } = {
  'agreement.scope_settled': ({ decision }) => ({ heading: DECISIONS[decision] }),
  'thread.changed': () => ({ heading: 'Замечание снова открыто' }),
  'publication.reminded': ({ idcomp }) => ({ company: idcomp }),
}

export const wordingOf = <Kind extends EventKind>(kind: Kind, data: EventKinds[Kind]): Wording =>
  WORDINGS[kind]?.(data) ?? {}

type Listening = Awaited<ReturnType<typeof listenersOf>>[number]

/** The kind under which an event is announced as well, to some of the webhooks that want that kind. */
interface Again<Kind extends EventKind> {
  as: webhooks.WebhookKind
  to: (webhook: Listening) => boolean
  /** Left out if every event of the kind is announced so. */
  when?: (data: EventKinds[Kind]) => boolean
}

const isChannel = ({ format }: Listening) => format === 'slack'

export const AGAIN_KINDS = ['agreement.offer_accepted', 'thread.changed'] as const
export type AgainKind = (typeof AGAIN_KINDS)[number]
export const AGAIN: { [Kind in AgainKind]: Again<Kind> } = {
  // The date has moved: whoever wants moved dates must not miss this one, and nobody hears of it twice.
  'agreement.offer_accepted': { as: 'agreement.moved', to: ({ kinds }) => !kinds.includes('agreement.offer_accepted') },
  // A channel was told that the remark is closed, but gets no other changes of remarks.
  'thread.changed': { as: 'thread.raised', to: isChannel, when: ({ reopened }) => reopened === true },
}
