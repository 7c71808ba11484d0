import { decodeName, webhooks } from '@vypusk/contract'
import type { Db, Deps } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { companyNames } from '../../catalog/port.ts'
import { hrefOf } from '../../notices/port.ts'
import { channelThings, type ChannelThing } from '../queries/channel-things.ts'
import { isForChannel, messageOf } from '../rules.ts'
import type { listenersOf } from '../store/webhooks.ts'
import type { Wording } from './telling.ts'

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

/** What a message was written from, as its delivery keeps it. */
interface MessageFacts {
  heading: string
  by: string
  entity: string
  ids: number[]
  /** What follows the title of each thing. */
  whose: string
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

/** The name of a company as it follows the title of a thing. */
async function nameAfter(tx: Transaction, company: number): Promise<string> {
  const { namecomp = '' } = (await companyNames(tx, [company])).get(company) ?? {}
  return ` – ${decodeName(namecomp)}`
}

interface Message extends Wording {
  kind: webhooks.ChannelKind
  notified: number[] | null
  of: Things
  by: string
  publicUrl: string
}

/**
 * The texts for messenger channels, of the things that each channel may be notified about; none if there are no such
 * things.
 */
export async function messages(
  tx: Transaction,
  listening: Listening,
  { kind, notified, of, by, publicUrl, heading = webhooks.KIND_NAMES[kind], company }: Message,
) {
  const channels = listening.filter(({ format }) => format === 'slack')
  if (channels.length === 0) return []
  const things = await channelThings(tx, of.entity, of.ids)
  const whose = company === undefined ? '' : await nameAfter(tx, company)
  return channels.flatMap((channel) => {
    const named = things.filter((thing) => isForChannel(channel, thing, notified))
    if (named.length === 0) return []
    const told = { heading, by, entity: of.entity, ids: named.map(({ entity_id }) => entity_id), whose }
    const body = messageAbout(told, named, channel, publicUrl)
    return [{ webhook_id: channel.id, body, told }]
  })
}

interface Waiting extends Channel {
  body: string
  told: unknown
}

/**
 * What may still be sent of a delivery that waited: a company's channel reads only of things that the company may still
 * know of. @returns undefined if there are none
 */
export async function bodyNow(db: Db, { settings }: Deps, waiting: Waiting): Promise<string | undefined> {
  const { body, company_id, told } = waiting
  // Messages of the release before do not say what they name.
  if (company_id === null || told === null) return body
  // The column is written by `messages` alone.
  const { entity, ids } = told as MessageFacts
  const left = (await channelThings(db, entity, ids)).filter((thing) => isForChannel(waiting, thing, null))
  if (left.length === ids.length) return body
  return left.length === 0 ? undefined : messageAbout(told as MessageFacts, left, waiting, settings.publicUrl)
}
