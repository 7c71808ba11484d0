import { webhooks } from '@vypusk/contract'
import type { Db, Deps } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { companyNames, namesApart } from '../../catalog/port.ts'
import { hrefOf } from '../../notices/port.ts'
import { channelThings, type ChannelThing } from '../queries/channel-things.ts'
import { isForChannel, messageOf } from '../rules.ts'
import { thingsSince, type deliveryBy, type listenersOf } from '../store/webhooks.ts'
import { MESSAGES_OVERTAKEN_BY, type Wording } from './event-wording.ts'

/** Messages to channels of messengers: what they say, and what they may still say once they have waited. */

export interface Things {
  entity: string
  /** 0 if there are many, or more than are listed. */
  id: number
  /** All of them; empty if there are more than are listed. */
  ids: number[]
}

type Listening = Awaited<ReturnType<typeof listenersOf>>
type Channel = Pick<Listening[number], 'release_id' | 'company_id'>
type DeliveryRow = NonNullable<Awaited<ReturnType<typeof deliveryBy>>>

/** What a message was written from, as its delivery keeps it. */
interface MessageFacts {
  heading: string
  by: string
  entity: string
  ids: number[]
  /** What follows the title of each thing. */
  whose: string
  /** The remark that it is about. */
  thread?: number | undefined
}

const messageAbout = (
  { heading, by, whose }: MessageFacts,
  things: ChannelThing[],
  { company_id }: Channel,
  publicUrl: string,
): string =>
  messageOf(
    heading,
    things.map((thing) => ({
      title: thing.title + whose,
      href: `${publicUrl}${hrefOf(thing, company_id === null)}`,
    })),
    by,
  )

export interface Message extends Wording {
  notified: number[] | null
  of: Things
  by: string
}

interface Writing {
  kind: webhooks.ChannelKind
  publicUrl: string
}

/** The things of messages, by entity and id. */
async function thingsOf(tx: Transaction, all: Message[]): Promise<Map<string, Map<number, ChannelThing>>> {
  const found = new Map<string, Map<number, ChannelThing>>()
  for (const [entity, own] of Map.groupBy(all, ({ of }) => of.entity)) {
    const things = await channelThings(tx, entity, [...new Set(own.flatMap(({ of }) => of.ids))])
    found.set(entity, new Map(things.map((thing) => [thing.entity_id, thing])))
  }
  return found
}

/** The names of the companies of messages as they follow the titles of things. */
async function namesAfter(tx: Transaction, all: Message[]): Promise<Map<number, string>> {
  const companies = all.flatMap(({ company }) => company ?? [])
  if (companies.length === 0) return new Map()
  const names = await companyNames(tx, companies)
  const called = await namesApart(tx)
  const named = companies.flatMap((id) => names.get(id) ?? [])
  return new Map(named.map((company) => [company.idcomp, ` – ${called.company(company)}`]))
}

/**
 * The texts for messenger channels for each of several messages, of the things that each channel may be notified about;
 * none if there are no such things.
 */
export async function messagesOfEach(
  tx: Transaction,
  listening: Listening,
  { kind, publicUrl }: Writing,
  all: Message[],
): Promise<{ webhook_id: number; body: string; told: MessageFacts }[][]> {
  const channels = listening.filter(({ format }) => format === 'slack')
  if (channels.length === 0) return all.map(() => [])
  const things = await thingsOf(tx, all)
  const names = await namesAfter(tx, all)
  return all.map(({ of, notified, by, heading = webhooks.KIND_NAMES[kind], company, thread }) => {
    const own = of.ids.flatMap((id) => things.get(of.entity)?.get(id) ?? [])
    const whose = names.get(company ?? 0) ?? ''
    return channels.flatMap((channel) => {
      const named = own.filter((thing) => isForChannel(channel, thing, notified))
      if (named.length === 0) return []
      const told = { heading, by, entity: of.entity, ids: named.map(({ entity_id }) => entity_id), whose, thread }
      return [{ webhook_id: channel.id, body: messageAbout(told, named, channel, publicUrl), told }]
    })
  })
}

interface Waiting extends Channel, Pick<DeliveryRow, 'id' | 'webhook_id' | 'kind'> {
  body: string
  told: unknown
}

const NOBODYS = 'Не отправлено: компания больше не видит того, о чём это сообщение'
const OVERTAKEN = 'Не отправлено: в этот канал с тех пор написано об этом другое'

/**
 * What may still be sent of a delivery that waited, or why nothing is: a company's channel reads only of things that the
 * company may still know of, and no channel of what a later message has told otherwise.
 */
export async function bodyNow(
  db: Db,
  { settings, addresses }: Deps,
  waiting: Waiting,
): Promise<{ body: string } | { reason: string }> {
  const { body, company_id } = waiting
  // Messages of the release before do not say what they name.
  if (waiting.told === null) return { body }
  // The column is written by `messages` alone.
  const told = waiting.told as MessageFacts
  const later = new Set(await thingsSince(db, waiting, { ...told, kinds: MESSAGES_OVERTAKEN_BY[waiting.kind] ?? [] }))
  const ids = told.ids.filter((id) => !later.has(id))
  if (ids.length === 0) return { reason: OVERTAKEN }
  const things = await channelThings(db, told.entity, ids)
  const left = things.filter((thing) => company_id === null || isForChannel(waiting, thing, null))
  if (left.length === 0) return { reason: NOBODYS }
  const isWhole = left.length === told.ids.length
  return { body: isWhole ? addresses.atPresent(body) : messageAbout(told, left, waiting, settings.publicUrl) }
}
