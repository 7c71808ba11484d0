import { decodeName } from '@vypusk/contract'
import type { notices, PlannedMoment } from '@vypusk/contract'
import type { EventActor, WrittenEvent } from '../../../platform/events.ts'
import { mayHear } from '../../access/port.ts'
import { announceOwnNews } from '../../../platform/live/own-news.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { writeOrKeepNotices } from '../../letters/port.ts'
import { chosenBy } from '../queries/settings.ts'
import { hrefOf } from '../queries/links.ts'
import { writtenTo } from '../queries/letters.ts'
import { partiesOf, thingsOf, type NamedPerson, type Party, type Thing } from '../queries/things.ts'
import { BECAUSE, reasonOf } from '../rules/reasons.ts'
import { channelsOf } from '../rules/settings.ts'
import { writeNotices } from '../store.ts'

/** One possible notice of an event, and who gets it. If several fit a person, they get the first one. */
export interface Announcement {
  kind: notices.Kind
  text: string
  /** The moments mentioned in the text; left out if there are none. */
  moments?: PlannedMoment[]
  to: (party: Party) => boolean
  /** What it asks somebody to settle, as named in `open_matters`; left out if it asks for nothing. */
  matter?: string
  /** Also sent to people who opted out of the thing's news, because it asks something of them. */
  isDirect?: boolean
  /** Not sent by letter at once, whatever people have chosen. */
  isNoLetter?: boolean
}

/** The notices about the things of one kind. */
export interface News {
  entity: string
  of: Map<number, Announcement[]>
  named?: NamedPerson[]
  /** Everybody the things concern, if that is known already. */
  parties?: Party[]
  /** The event of each thing, if one act made an event for each of them. */
  events?: Map<number, WrittenEvent>
}

interface Due {
  party: Party
  announcement: Announcement
  thing: Thing
}

const fits = (announcement: Announcement, party: Party) =>
  announcement.to(party) && (party.watches !== false || announcement.isDirect === true)

/** The people to notify: they may see the thing and did not do it themselves. */
async function dueOf(tx: Transaction, { person }: EventActor, { entity, of, named, parties }: News): Promise<Due[]> {
  const ids = [...of.keys()]
  const things = new Map((await thingsOf(tx, entity, ids)).map((thing) => [thing.entity_id, thing]))
  if (things.size === 0) return []
  const concerned = parties ?? (await partiesOf(tx, entity, ids, named))
  return concerned.flatMap((party) => {
    const thing = things.get(party.entity_id)
    if (!thing || party.id === person.id || !mayHear(party, thing)) return []
    const announcement = of.get(party.entity_id)?.find((each) => fits(each, party))
    return announcement ? [{ party, announcement, thing }] : []
  })
}

async function writeLetters(tx: Transaction, actor: EventActor, eventOf: EventOf, due: Due[]): Promise<void> {
  if (due.length === 0) return
  const byEvent = Map.groupBy(due, ({ party }) => eventOf(party))
  const known = await writtenTo(
    tx,
    [...byEvent.keys()].map(({ id }) => id),
  )
  const told = [...byEvent].flatMap(([event, own]) =>
    own.flatMap((one) => {
      const { email } = one.party
      return email && !known.has(`${event.id} ${email.toLowerCase()}`) ? [{ event, notice: noticeFor(one, email) }] : []
    }),
  )
  await writeOrKeepNotices(tx, actor, told)
}

const noticeFor = ({ party, announcement, thing }: Due, to: string) => ({
  user_id: party.id,
  to,
  idcomp: party.idcomp,
  about_entity: thing.entity,
  about_id: party.entity_id,
  title: decodeName(thing.title),
  text: announcement.text,
  because: BECAUSE[reasonOf(party.roles)],
  href: hrefOf(thing, party.isRivc),
  kind: announcement.kind,
  isDirect: announcement.isDirect === true,
})

type EventOf = (party: Pick<Party, 'entity_id'>) => WrittenEvent

/**
 * Notifies everybody that an event concerns, in its own transaction: one notice for each person and thing, by the
 * channels they have chosen.
 */
export async function notifyPeople(tx: Transaction, actor: EventActor, event: WrittenEvent, news: News): Promise<void> {
  const due = await dueOf(tx, actor, news)
  if (due.length === 0) return
  const eventOf: EventOf = ({ entity_id }) => news.events?.get(entity_id) ?? event
  const chosen = await chosenBy(
    tx,
    due.map(({ party }) => party.id),
  )
  const recipients = due.map((each) => ({
    ...each,
    channels: channelsOf(chosen.get(each.party.id) ?? [], each.announcement.kind),
  }))
  const kept = recipients.filter(({ channels }) => channels.screen || channels.digest)
  const rows = kept.map(({ party, announcement, channels }) => ({
    user_id: party.id,
    event_id: eventOf(party).id,
    kind: announcement.kind,
    reason: reasonOf(party.roles),
    entity: news.entity,
    entity_id: party.entity_id,
    text: announcement.text,
    moments: announcement.moments ?? [],
    doer: actorNameFor(party, actor.person),
    screen: channels.screen,
    matter: announcement.matter ?? null,
    is_direct: announcement.isDirect === true,
    at: event.at,
  }))
  await writeNotices(tx, rows)
  await writeLetters(
    tx,
    actor,
    eventOf,
    recipients.filter(({ channels, announcement }) => channels.letter && !announcement.isNoLetter),
  )
  await announceOwnNews(
    tx,
    kept.filter(({ channels }) => channels.screen).map(({ party }) => party.id),
  )
}

/** The name of the person who did it. Somebody without an account is named by their address, to staff only. */
const actorNameFor = (party: Party, { id, name }: EventActor['person']): string =>
  id === 0 && !party.isRivc && name.includes('@') ? '' : name

/** The news of one thing. */
export const newsOf = (
  entity: string,
  entity_id: number,
  announcements: Announcement[],
  named: NamedPerson[] = [],
): News => ({
  entity,
  of: new Map([[entity_id, announcements]]),
  named,
})
