import { today } from '../../../platform/clock.ts'
import {
  listenerOfMany,
  type EventKind,
  type Listener,
  type EventActor,
  type WrittenEvent,
} from '../../../platform/events.ts'
import type { EntryStatus } from '../../../platform/documents/icalendar.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { takingTurns } from '../../../platform/runtime/turns.ts'
import { entryOf, keepLinks, newLink, wantedByEach, type LinkAddressee, type NewLink } from '../../agreements/port.ts'
import type { Around, QuestionContent, LetterContext, NoticeContent } from '../templates/agreement-letters.ts'
import { letterOf, type LetterContent } from '../templates/register.ts'
import { speaker, withOffers, type WithOffer } from './offerers.ts'
import { groundOf } from '../queries/templates.ts'
import { ownRequestsOf, type OwnRequests } from '../queries/asking.ts'
import { agreementsAround, type AgreementAround } from '../queries/agreements.ts'
import { apart, reachable, type Addressee } from '../rules.ts'
import { writeLetters, type NewLetter } from '../store/letters.ts'

/**
 * Writes letters in the transaction that makes them due: one for each side, with a delivery and a job for each address.
 */

export interface Due {
  /** Called only if somebody gets the letter. */
  content: () => LetterContent | Promise<LetterContent>
  /** The link in it, stored once the letter is written. */
  link?: NewLink
  ics: string | null
  /** The address that replies go to; left out if there is none. */
  replyTo?: string | null
  targets: string[]
  /** The company it is for, if the letter concerns several: one address may belong to people of both. */
  idcomp?: number | null
  /** The entries whose words it quotes. */
  entry_ids?: number[]
  /** The releases of its publication that it tells of, if these are not all that the company was handed. */
  release_ids?: number[]
}

/** What a letter is about: an event, and the thing that the letter is stored under. */
export interface Cause {
  id: number
  at: string
  kind: string
  entity: string
  entity_id: number
  /** The agreement it is about, if it is held and stored under its reader. */
  agreement_id?: number | null
  /** What a letter that is stored under its reader is about, by which it is judged again before it is sent. */
  source?: Pick<NewLetter['letter'], 'about_entity' | 'about_id' | 'notice_ids' | 'day' | 'notice_kind' | 'is_direct'>
}

/**
 * Writes the letters of one event. @param held_until until when the letters wait and can be cancelled, ISO 8601; null
 * if they are sent at once
 */
export const write = (
  tx: Transaction,
  actor: EventActor,
  event: Cause,
  due: Due[],
  held_until: string | null = null,
): Promise<number[]> => writeEach(tx, actor, [{ event, due }], held_until)

/** Writes the letters of several events; nobody gets two letters of one event. @returns the ids of the deliveries */
export async function writeEach(
  tx: Transaction,
  actor: EventActor,
  all: { event: Cause; due: Due[] }[],
  held_until: string | null = null,
): Promise<number[]> {
  const addressed = all.flatMap(({ event, due }) => {
    const lists = apart(
      due.map(({ targets, idcomp = null }) => ({ targets, idcomp })),
      actor.person.email,
    )
    return due.map((one, index) => ({ event, ...one, targets: lists[index] ?? [] }))
  })
  const written = addressed.filter(({ targets }) => targets.length > 0)
  if (written.length === 0) return []
  const { overrides, proof } = await groundOf(tx, actor.deps.clock)
  const turn = takingTurns()
  const letters: NewLetter[] = []
  for (const { event, content, ics, replyTo = null, targets, ...one } of written) {
    const { idcomp = null, entry_ids = null, release_ids = null } = one
    const { id: event_id, entity, entity_id, kind, at: created_at, agreement_id = null, source = {} } = event
    const text = letterOf(await content(), overrides, proof)
    const about = { event_id, entity, entity_id, agreement_id, kind, idcomp, created_at, held_until }
    const kept = { ...about, ...source, entry_ids, release_ids, ...text, ics, reply_to: replyTo }
    letters.push({ letter: kept, targets })
    await turn()
  }
  await keepLinks(
    tx,
    written.flatMap(({ link }) => link ?? []),
  )
  const ids = await writeLetters(tx, letters)
  if (held_until) return ids
  await actor.deps.jobs.sendAll(
    tx,
    'deliver',
    ids.map((delivery_id) => ({ delivery_id })),
  )
  return ids
}

export const aroundOf = ({ deps, person }: EventActor, { at }: { at: string }): LetterContext => ({
  publicUrl: deps.settings.publicUrl,
  mailFrom: deps.settings.mailFrom,
  calendarHost: deps.addresses.calendarHost,
  at,
  day: today(deps.clock),
  actor: person.name,
})

/** The letters of an event: who of each side gets one, and with what content. */
export interface Plan {
  client?: { content: NoticeContent; people: Addressee[]; extra: string[] }
  /** The client's side when it is asked for an answer: each addressee gets a letter with a link of their own. */
  question?: { content: QuestionContent; people: Addressee[]; extra: string[] }
  staff?: { content: NoticeContent; people: Addressee[] }
  /** The status in the attached calendar entry; left out if there is none. */
  entry?: EntryStatus
}

/** What the letters of one event share. */
interface Shared {
  agreement: AgreementAround
  around: Around
  ics: string | null
  asker: Addressee | undefined
}

/** The contents of letters that ask for an answer. */
interface Questions {
  own: (agreement_id: number) => OwnRequests
  wanted: (agreement: AgreementAround) => string | null
}

/** One letter for each address, because the link in it answers for the person it was sent to. */
function dueOfQuestion(
  { content, people, extra }: NonNullable<Plan['question']>,
  { agreement, around, ics, asker }: Shared,
  { own, wanted }: Questions,
): Due[] {
  const by = { name: asker?.name ?? around.actor, email: asker?.email ?? null }
  const question = { ...own(agreement.id), answer_by: wanted(agreement), asker: by }
  const due = (target: string, addressee: LinkAddressee): Due => {
    const link = newLink(agreement, addressee, { asked_by: asker?.id ?? null, at: around.at })
    const written = () => content(agreement, around, { ...question, token: link.token })
    return { content: written, link, ics, replyTo: by.email, targets: [target] }
  }
  return [
    ...reachable(people, 0).map(({ id, email }) => due(email, { user_id: id, sent_to: email })),
    ...extra.map((address) => due(address, { address })),
  ]
}

interface Planned {
  event: Cause
  agreement: AgreementAround
  plan: Plan
}

/** A listener that writes agreements' letters by a plan made for each event. */
export const agreementListener = <Kind extends EventKind & `agreement.${string}`>(
  plan: (agreement: WithOffer, event: WrittenEvent<Kind>) => Plan,
): Listener<Kind> =>
  listenerOfMany(async (tx, events, actor) => {
    const known = await agreementsAround(
      tx,
      events.map(({ entity_id }) => entity_id),
    )
    const told = events.flatMap((event) => {
      const agreement = known.get(event.entity_id)
      return agreement ? [{ event, agreement }] : []
    })
    const all = await withOffers(tx, told)
    await writePlans(
      tx,
      actor,
      all.map((one) => ({ ...one, plan: plan(one.agreement, one.event) })),
    )
  })

/** Writes an agreement's letters by a plan. */
export const writePlan = (
  tx: Transaction,
  actor: EventActor,
  event: Cause,
  agreement: AgreementAround,
  plan: Plan,
): Promise<void> => writePlans(tx, actor, [{ event, agreement, plan }])

const NOTHING: Questions = { own: () => ({ requests: [], total: 0 }), wanted: () => null }

async function questionsOf(tx: Transaction, { deps }: EventActor, all: Planned[]): Promise<Questions> {
  const asking = all.filter(({ plan, agreement }) => plan.question && !agreement.not_publishing)
  if (asking.length === 0) return NOTHING
  const agreements = asking.map(({ agreement }) => agreement)
  const own = await ownRequestsOf(
    tx,
    agreements.map(({ id }) => id),
  )
  return { own, wanted: await wantedByEach({ db: tx, clock: deps.clock, settings: deps.settings }, agreements) }
}

/** Writes the letters of agreements by a plan for each. */
export async function writePlans(tx: Transaction, actor: EventActor, all: Planned[]): Promise<void> {
  const questions = await questionsOf(tx, actor, all)
  await writeEach(
    tx,
    actor,
    all.map((planned) => ({ event: planned.event, due: dueOfPlan(actor, planned, questions) })),
  )
}

function dueOfPlan(actor: EventActor, { event, agreement, plan }: Planned, questions: Questions): Due[] {
  const { client, question, staff, entry } = plan
  const around = aroundOf(actor, event)
  const entryFor = (isRivc: boolean) => (entry ? entryOf(agreement, { ...around, isRivc }, entry) : null)
  const asker = speaker(agreement, actor.person)
  const addresses = (people: Addressee[]) => reachable(people, actor.person.id).map(({ email }) => email)
  const due: Due[] = []
  if (client && !agreement.not_publishing) {
    const targets = [...addresses(client.people), ...client.extra]
    const content = () => client.content(agreement, around)
    due.push({ content, ics: entryFor(false), replyTo: asker?.email ?? null, targets })
  }
  if (question && !agreement.not_publishing) {
    due.push(...dueOfQuestion(question, { agreement, around, ics: entryFor(false), asker }, questions))
  }
  if (staff) {
    const targets = addresses(staff.people)
    const content = () => staff.content(agreement, around)
    due.push({ content, ics: entryFor(true), replyTo: replyToOf(actor), targets })
  }
  return due
}

/** The client's side of an agreement, in the form of a plan. */
export const planned = (agreement: AgreementAround) => ({
  people: clients(agreement),
  extra: agreement.recipientsExtra,
})

/** The address of the person who acted, with an account or through a letter; the schedule has none. */
export const replyToOf = ({ person: { email } }: EventActor): string | null => (email?.includes('@') ? email : null)

export const clients = ({ recipients }: AgreementAround) => recipients.filter(({ isRivc }) => !isRivc)
export const colleagues = ({ recipients }: AgreementAround) => recipients.filter(({ isRivc }) => isRivc)
