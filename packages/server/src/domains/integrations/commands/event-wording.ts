import type { scopes, webhooks } from '@vypusk/contract'
import type { EventKind, EventKinds } from '../../../platform/events.ts'
import { OVERTAKEN_BY } from '../../letters/port.ts'
import type { listenersOf } from '../store/webhooks.ts'

/** What an event is called where its own kind does not say enough, and who hears of it under another kind. */

/** How a message to a channel differs from the name of the event's kind and the title of its thing. */
export interface Wording {
  heading?: string
  /** The company that it is about, where the thing is several companies'. */
  company?: number
  /** The remark that it is about: one thing may have several. */
  thread?: number
}

const DECISIONS: Record<scopes.Decision, string> = {
  anew: 'Состав изменился: клиент согласует заново',
  tell: 'Состав изменился, согласование в силе',
  ignore: 'Изменение состава несущественно, согласование в силе',
}

const STATES: Record<EventKinds['agreement.scope_told']['state'], string> = {
  asked: 'Состав релиза изменился, ответа клиента ещё нет',
  returned: 'Состав снова тот, что был согласован',
  agreed: 'Состав изменился после согласования: решите, что с ним делать',
}

/** The most that a company has told of a release; what is installed was received. */
function receiptWords(kinds: EventKinds['publication.received']['kinds']): string {
  if (kinds.includes('installed')) return 'Клиент установил релиз'
  return kinds.includes('received') ? 'Клиент получил релиз' : 'Клиент проверил скачанный файл'
}

const WORDINGS: { [Kind in EventKind]?: (data: EventKinds[Kind]) => Wording } = {
  'agreement.scope_told': ({ state }) => ({ heading: STATES[state] }),
  'agreement.scope_settled': ({ decision }) => ({ heading: DECISIONS[decision] }),
  'thread.raised': ({ thread_id }) => ({ thread: thread_id }),
  'thread.closed': ({ thread_id }) => ({ thread: thread_id }),
  'thread.changed': ({ thread_id }) => ({ heading: 'Замечание снова открыто', thread: thread_id }),
  'publication.received': ({ kinds, company_id }) => ({ heading: receiptWords(kinds), company: company_id }),
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

export const AGAIN_KINDS = [
  'agreement.offer_accepted',
  'agreement.scope_told',
  'thread.changed',
  'publication.shown',
] as const
export type AgainKind = (typeof AGAIN_KINDS)[number]
export const AGAIN: { [Kind in AgainKind]: Again<Kind> } = {
  // The date has moved: whoever wants moved dates must not miss this one, and nobody hears of it twice.
  'agreement.offer_accepted': { as: 'agreement.moved', to: ({ kinds }) => !kinds.includes('agreement.offer_accepted') },
  // People are told when their letter would be; each change that was detected is for programs only.
  'agreement.scope_told': { as: 'agreement.scope_changed', to: isChannel },
  // A channel was told that the remark is closed, but gets no other changes of remarks.
  'thread.changed': { as: 'thread.raised', to: isChannel, when: ({ reopened }) => reopened === true },
  // The release was hidden from companies when it was published; staff and programs were told then.
  'publication.shown': { as: 'publication.published', to: ({ company_id }) => company_id !== null },
}

/** The webhooks that are told of an event when it happens: of a changed scope, channels are told later. */
export const hearersOf = (listening: Listening[], kind: EventKind): Listening[] =>
  kind === 'agreement.scope_changed' ? listening.filter((webhook) => !isChannel(webhook)) : listening

/** The kinds of messages by which one that waited is overtaken, as letters are: a channel believes what arrives last. */
export const MESSAGES_OVERTAKEN_BY: Partial<Record<string, string[]>> = {
  ...OVERTAKEN_BY,
  'agreement.withdrawn': ['agreement.sent', 'agreement.restored'],
  'agreement.restored': ['agreement.withdrawn'],
  'agreement.offered': [
    'agreement.offer_accepted',
    'agreement.offer_declined',
    'agreement.offer_lapsed',
    'agreement.offer_withdrawn',
  ],
  'thread.raised': ['thread.closed', 'thread.raised'],
  'thread.closed': ['thread.raised'],
  'publication.published': ['publication.withdrawn'],
  'publication.reminded': ['publication.withdrawn'],
}
