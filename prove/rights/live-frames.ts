import type { Readable } from 'node:stream'
import type { live } from '@vypusk/contract'
import type { Caller } from '../world/people.ts'
import type { Kind, Thing } from '../world/ground.ts'
import type { World } from '../world/world.ts'

/** Checks what people receive without asking for it: live events and letters. */

const ENTITIES: Record<string, Kind> = {
  request: 'request',
  release: 'release',
  agreement: 'agreement',
  publication: 'publication',
  registry_entry: 'entry',
}

const isClient = ({ idcomp, isEnded, scope }: Caller) => Boolean(idcomp) && !isEnded && !scope

/** Collects every frame that the streams of client people get from now on. */
export async function listen({ product, callers }: World) {
  const frames: { caller: Caller; text: string }[] = []
  const streams: Readable[] = []
  for (const caller of callers.filter(isClient)) {
    const headers = { authorization: `Bearer ${caller.token}` }
    const reply = await product.app.inject({ method: 'GET', url: '/api/events', headers, payloadAsStream: true })
    const stream = reply.stream()
    stream.on('data', (text: Buffer) => frames.push({ caller, text: text.toString() }))
    streams.push(stream)
  }
  return { frames, stop: () => streams.forEach((stream) => stream.destroy()) }
}

const eventsIn = (text: string) =>
  [...text.matchAll(/^data: (.+)$/gm)].map(([, json]) => JSON.parse(json ?? '{}') as live.LiveEvent)

/**
 * Returns the agreements that were sent: their company knows of them even if their release is hidden (decision 0007).
 */
async function sentOnes({ db }: World): Promise<Set<number>> {
  const rows = await db.selectFrom('agreements').select('id').where('sent_at', 'is not', null).execute()
  return new Set(rows.map(({ id }) => id))
}

const mayKnow = ({ idcomp }: Caller, { kind, id, owner, state }: Thing, sent: Set<number>) =>
  owner === idcomp && (state !== 'hidden' || (kind === 'agreement' && sent.has(id)))

/**
 * Finds events about things that their receiver may not know of. The company of a deleted thing is notified of the
 * deletion.
 */
export async function overheard(world: World, frames: { caller: Caller; text: string }[]): Promise<string[]> {
  const sent = await sentOnes(world)
  return frames.flatMap(({ caller, text }) =>
    eventsIn(text).flatMap(({ entity, id }) => {
      const thing = world.made.find((one) => one.kind === ENTITIES[entity] && one.id === id)
      return thing && !mayKnow(caller, thing, sent)
        ? [`event of ${entity}: ${caller.key} hears of a ${thing.state} one`]
        : []
    }),
  )
}

/** Finds letters with words that their addressee may not read. */
export async function misdirected({ db, canaries }: World): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('letters', 'letters.id', 'deliveries.letter_id')
    .innerJoin('users', 'users.email', 'deliveries.target')
    .select(['users.login', 'users.idcomp', 'letters.kind', 'subject', 'html', 'text', 'ics'])
    .where('users.idcomp', 'is not', null)
    .execute()
  return rows.flatMap(({ login, idcomp, kind, subject, html, text, ics }) =>
    canaries
      .leaks({ key: login, idcomp }, [subject, html, text, ics].join('\n'))
      .map((leak) => `letter ${kind} to ${login}: reads ${leak}`),
  )
}
