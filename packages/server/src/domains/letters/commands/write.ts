import { today } from '../../../platform/clock.ts'
import type { EventKind, Listener, EventActor, WrittenEvent } from '../../../platform/events.ts'
import type { EntryStatus } from '../../../platform/icalendar.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { entryOf, issueLink, wantedBy, type LinkAddressee } from '../../agreements/port.ts'
import {
  approvedForClient,
  approvedForStaff,
  createdForStaff,
  movedAsking,
  movedForClient,
  movedForStaff,
  sentForClient,
  sentForStaff,
  type Around,
  type LetterContext,
  type AskedContent,
  type ToldContent,
} from '../templates/agreement-letters.ts'
import {
  acceptedForClient,
  acceptedForStaff,
  declinedAsking,
  declinedForStaff,
  declinedTelling,
  endedForOfferer,
  offeredForStaff,
} from '../templates/offer-letters.ts'
import { letterOf, type LetterContent } from '../templates/register.ts'
import { besides, OUTCOMES, speaker, withOffer, type WithOffer } from './offerers.ts'
import { groundOf } from '../queries/templates.ts'
import { ownRequests } from '../queries/asking.ts'
import { agreementAround, type AgreementAround } from '../queries.ts'
import { apart, reachable, type Addressee } from '../rules.ts'
import { writeLetter } from '../store.ts'

/** Letters are written by whoever's transaction makes them due, one a side, with a delivery and a job an address. */

export interface Due {
  /** Asked for only when somebody gets it: a letter with a link of its own makes the link then. */
  content: () => Promise<LetterContent>
  ics: string | null
  /** Whom an answer to the letter goes to; left out where that is nobody. */
  replyTo?: string | null
  targets: string[]
}

/** What a letter tells of: an event, and under which thing the letter is kept. */
export interface Cause {
  id: number
  at: string
  kind: string
  entity: string
  entity_id: number
}

/** @param held_until until when the letters wait and may be taken back, ISO 8601; null of those that leave at once */
export async function write(
  tx: Transaction,
  actor: EventActor,
  event: Cause,
  due: Due[],
  held_until: string | null = null,
): Promise<void> {
  const lists = apart(
    due.map(({ targets }) => targets),
    actor.person.email,
  )
  if (lists.every((targets) => targets.length === 0)) return
  const { overrides, proof } = await groundOf(tx)
  for (const [i, { content: written, ics, replyTo = null }] of due.entries()) {
    const targets = lists[i] ?? []
    if (targets.length === 0) continue
    const letter = {
      event_id: event.id,
      entity: event.entity,
      entity_id: event.entity_id,
      kind: event.kind,
      ...letterOf(await written(), overrides, proof),
      ics,
      reply_to: replyTo,
      created_at: event.at,
      held_until,
    }
    const ids = await writeLetter(tx, letter, targets)
    if (held_until) continue
    await actor.deps.jobs.sendAll(
      tx,
      'deliver',
      ids.map((delivery_id) => ({ delivery_id })),
    )
  }
}

export const aroundOf = ({ deps, person }: EventActor, { at }: { at: string }): LetterContext => ({
  publicUrl: deps.settings.publicUrl,
  mailFrom: deps.settings.mailFrom,
  at,
  day: today(deps.clock),
  actor: person.name,
})

/** Who of each side a letter is for, and what it says to that side. */
interface Plan {
  client?: { content: ToldContent; people: Addressee[]; extra: string[] }
  /** The same side, asked for its word: each addressee by a letter with a link of their own. */
  asked?: { content: AskedContent; people: Addressee[]; extra: string[] }
  staff?: { content: ToldContent; people: Addressee[] }
  /** How the date stands in the calendar entry that comes along; left out where there is none. */
  entry?: EntryStatus
}

/** What letters of one event share. */
interface Shared {
  agreement: AgreementAround
  around: Around
  ics: string | null
  asker: Addressee | undefined
}

/** One letter an address, because the link in it answers for whoever it was sent to. */
async function dueOfAsked(
  tx: Transaction,
  { deps }: EventActor,
  { content, people, extra }: NonNullable<Plan['asked']>,
  { agreement, around, ics, asker }: Shared,
): Promise<Due[]> {
  const own = await ownRequests(tx, agreement)
  const answer_by = await wantedBy({ db: tx, clock: deps.clock, settings: deps.settings }, agreement)
  const by = { name: asker?.name ?? around.actor, email: asker?.email ?? null }
  const due = (target: string, asked: LinkAddressee): Due => ({
    content: async () => {
      const token = await issueLink(tx, agreement.id, asked, { asked_by: asker?.id ?? null, at: around.at })
      return content(agreement, around, { ...own, token, answer_by, asker: by })
    },
    ics,
    replyTo: by.email,
    targets: [target],
  })
  return [
    ...reachable(people, 0).map(({ id, email }) => due(email, { user_id: id })),
    ...extra.map((address) => due(address, { address })),
  ]
}

/** A listener that writes an agreement's letters by a plan made of the event. */
export const agreementListener =
  <Kind extends EventKind & `agreement.${string}`>(
    plan: (agreement: WithOffer, event: WrittenEvent<Kind>) => Plan,
  ): Listener<Kind> =>
  async (tx, event, actor) => {
    const agreement = await withOffer(tx, event.data, await agreementAround(tx, event.entity_id))
    await writePlan(tx, actor, event, agreement, plan(agreement, event))
  }

/** Writes an agreement's letters by a plan. */
export async function writePlan(
  tx: Transaction,
  actor: EventActor,
  event: Cause,
  agreement: AgreementAround,
  { client, asked, staff, entry }: Plan,
): Promise<void> {
  const around = aroundOf(actor, event)
  const ics = entry ? entryOf(agreement, around, entry) : null
  const asker = speaker(agreement, actor.person)
  const addresses = (people: Addressee[]) => reachable(people, actor.person.id).map(({ email }) => email)
  const due: Due[] = []
  if (client && !agreement.not_publishing) {
    const targets = [...addresses(client.people), ...client.extra]
    due.push({ content: async () => client.content(agreement, around), ics, replyTo: asker?.email ?? null, targets })
  }
  if (asked && !agreement.not_publishing) {
    due.push(...(await dueOfAsked(tx, actor, asked, { agreement, around, ics, asker })))
  }
  if (staff) {
    const replyTo = replyToOf(actor)
    due.push({
      content: async () => staff.content(agreement, around),
      ics,
      replyTo,
      targets: addresses(staff.people),
    })
  }
  await write(tx, actor, event, due)
}

/** The client's side of an agreement, as a plan takes it. */
export const planned = (agreement: AgreementAround) => ({
  people: clients(agreement),
  extra: agreement.recipientsExtra,
})

/** The person who did it, with an account or by the address a letter was sent to; a schedule reads no mail. */
export const replyToOf = ({ person: { email } }: EventActor): string | null => (email?.includes('@') ? email : null)

export const clients = ({ recipients }: AgreementAround) => recipients.filter(({ isRivc }) => !isRivc)
export const colleagues = ({ recipients }: AgreementAround) => recipients.filter(({ isRivc }) => isRivc)

/** The client is asked when staff send the date; until then only the colleagues chosen as recipients know. */
export const onCreated = agreementListener<'agreement.created'>((agreement) => ({
  staff: { content: createdForStaff, people: colleagues(agreement) },
}))

export const onSent = agreementListener<'agreement.sent'>((agreement, { data: { only } }) => {
  const told = (people: Addressee[]) => (only ? people.filter(({ id }) => only.users.includes(id)) : people)
  return {
    asked: {
      content: sentForClient,
      people: told(clients(agreement)),
      extra: only?.extra ?? agreement.recipientsExtra,
    },
    staff: { content: sentForStaff, people: told(colleagues(agreement)) },
    entry: 'asked',
  }
})

/**
 * The client's own word goes to staff; a word given on behalf also to the client, who may object. Who offered another
 * date hears that it is not looked at any more.
 */
export const onApproved = agreementListener<'agreement.approved'>((agreement, { data }) => ({
  client: data.on_behalf
    ? {
        content: approvedForClient(data),
        people: [...clients(agreement), ...agreement.offerer.people],
        extra: agreement.offerer.extra,
      }
    : { content: endedForOfferer(OUTCOMES.agreed), ...agreement.offerer },
  staff: { content: approvedForStaff(data), people: agreement.team },
  entry: 'agreed',
}))

/** Who is asked for the new date by the same act reads of the move in that letter. */
export const onMoved = agreementListener<'agreement.moved'>((agreement, { data }) => ({
  ...(data.asks
    ? {
        asked: { content: movedAsking(data), people: clients(agreement), extra: agreement.recipientsExtra },
        client: { content: movedForClient(data), ...besides(agreement) },
      }
    : {
        client: {
          content: movedForClient(data),
          people: [...clients(agreement), ...besides(agreement).people],
          extra: agreement.recipientsExtra,
        },
      }),
  staff: { content: movedForStaff(data), people: [...agreement.team, ...colleagues(agreement)] },
  entry: 'asked',
}))

export const onOfferWithdrawn = agreementListener<'agreement.offer_withdrawn'>((agreement) => ({
  client: { content: endedForOfferer(OUTCOMES.withdrawn), ...agreement.offerer },
}))

export const onOffered = agreementListener<'agreement.offered'>((agreement, { data }) => ({
  staff: { content: offeredForStaff(data), people: agreement.team },
}))

export const onOfferAccepted = agreementListener<'agreement.offer_accepted'>((agreement, { data }) => ({
  client: { content: endedForOfferer(OUTCOMES.accepted), ...besides(agreement) },
  asked: { content: acceptedForClient(data), people: clients(agreement), extra: agreement.recipientsExtra },
  staff: { content: acceptedForStaff(data), people: [...agreement.team, ...colleagues(agreement)] },
  entry: 'asked',
}))

export const onOfferDeclined = agreementListener<'agreement.offer_declined'>((agreement, { data }) => {
  const side = { people: clients(agreement), extra: agreement.recipientsExtra }
  return {
    ...(data.asks
      ? {
          asked: { content: declinedAsking(data), ...side },
          client: { content: declinedTelling(data), ...besides(agreement) },
        }
      : {
          client: {
            content: declinedTelling(data),
            people: [...side.people, ...besides(agreement).people],
            extra: side.extra,
          },
        }),
    staff: { content: declinedForStaff(data), people: agreement.team },
  }
})
