import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import pg, { type ClientConfig } from 'pg'
import type { live as contract } from '@vypusk/contract'
import type { Db } from './database.ts'
import { EVENTS_CHANNEL } from './events.ts'
import { idsIn, OWN_NEWS_CHANNEL } from './own-news.ts'
import { mayHear, type Person } from './person.ts'
import { allAt, leave, othersFor, PRESENCE_CHANNEL, stillHere } from './presence.ts'

export type LiveEvent = contract.LiveEvent
/** Fetch everything anew: sent when notifications may have been missed. */
const ALL: LiveEvent = { entity: 'all', id: 0, version: 0, by: null }

/** Something is new behind the listener's own bell. */
const OWN: LiveEvent = { entity: 'notice', id: 0, version: 0, by: null }

const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 1000

interface Listener {
  person: Person
  stream: Readable
  stillSignedIn(): Promise<boolean>
  /** Names the stream to whoever says where its browser is. */
  key?: string | undefined
}

export interface Live {
  /** A stream of server-sent events for one browser, ended when its session ends. */
  open(person: Person, stillSignedIn: () => Promise<boolean>, key?: string): Readable
  /** Ends every stream; a browser comes back by itself, to another process or to the next. */
  end(): void
  stop(): Promise<void>
}

const frame = (event: LiveEvent | contract.Presence) => `data: ${JSON.stringify(event)}\n\n`

const keysOf = (listeners: Set<Listener>) => [...listeners].flatMap(({ key }) => (key ? [key] : []))

async function heartbeat(db: Db, listeners: Set<Listener>) {
  await stillHere(db, keysOf(listeners))
  for (const listener of listeners) {
    if (await listener.stillSignedIn()) listener.stream.push(': here\n\n')
    else listener.stream.push(null)
  }
}

async function spread(db: Db, id: number, listeners: Set<Listener>) {
  const row = await db
    .selectFrom('events')
    .select(['entity', 'entity_id', 'version', 'companies', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return
  // The column is written by emit() only, from the same union.
  const event = { entity: row.entity as LiveEvent['entity'], id: row.entity_id, version: row.version, by: row.user_id }
  for (const { person, stream } of listeners) if (mayHear(person, row)) stream.push(frame(event))
  if (event.entity === 'user') endStreams(event.id, listeners)
}

/** Whoever was changed comes back with the rights of now, or is not let in again. */
const endStreams = (person_id: number, listeners: Set<Listener>) =>
  [...listeners].filter(({ person }) => person.id === person_id).forEach(({ stream }) => stream.push(null))

function spreadOwnNews(user_ids: Set<number>, listeners: Set<Listener>) {
  for (const { person, stream } of listeners) if (user_ids.has(person.id)) stream.push(frame(OWN))
}

/** Tells those who are at a place who else is there now. */
async function spreadPresence(db: Db, place: string, listeners: Set<Listener>) {
  const all = await allAt(db, place)
  const here = new Set(all.map(({ key }) => key))
  for (const { person, stream, key } of listeners) {
    if (key && here.has(key)) stream.push(frame({ entity: 'presence', place, people: othersFor(person, all) }))
  }
}

/** What is done with the payload of each channel. */
type Heard = Record<string, (payload: string) => void>

/** One LISTEN connection that comes back by itself; `onBack` runs after each new start. */
function listen(config: ClientConfig, heard: Heard, onBack: () => void, log: FastifyBaseLogger) {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  const again = () => {
    client?.removeAllListeners()
    client?.on('error', () => {})
    client = undefined
    if (!stopped) timer = setTimeout(() => void start(), RECONNECT_MS)
  }
  const start = async () => {
    const fresh = new pg.Client({ ...config, application_name: 'vypusk-live' })
    client = fresh
    fresh.on('notification', ({ channel, payload = '' }) => heard[channel]?.(payload))
    fresh.once('error', again)
    fresh.once('end', again)
    try {
      await fresh.connect()
      for (const channel of Object.keys(heard)) await fresh.query(`listen ${channel}`)
      onBack()
    } catch (error) {
      log.warn({ err: error }, 'live updates: no connection to the database')
      if (client === fresh) again()
    }
  }
  const stop = async () => {
    stopped = true
    clearTimeout(timer)
    client?.removeAllListeners('end')
    await client?.end().catch(() => {})
  }
  return { start, stop }
}

/** Live updates of this process: every node hears every committed event and tells its own browsers. */
export async function startLive(config: ClientConfig, db: Db, log: FastifyBaseLogger): Promise<Live> {
  const listeners = new Set<Listener>()
  const failed = (error: unknown) => log.error({ err: error }, 'live')
  const ifHeard = (spreading: () => Promise<void>) => {
    if (listeners.size > 0) spreading().catch(failed)
  }
  const heard: Heard = {
    [EVENTS_CHANNEL]: (id) => ifHeard(() => spread(db, Number(id), listeners)),
    [OWN_NEWS_CHANNEL]: (ids) => spreadOwnNews(idsIn(ids), listeners),
    [PRESENCE_CHANNEL]: (place) => ifHeard(() => spreadPresence(db, place, listeners)),
  }
  const catchUp = () => listeners.forEach(({ stream }) => stream.push(frame(ALL)))
  const connection = listen(config, heard, catchUp, log)
  await connection.start()
  const beat = setInterval(() => heartbeat(db, listeners).catch(failed), HEARTBEAT_MS)
  let isStopped = false
  return {
    open: (person, stillSignedIn, key) => {
      const stream = new Readable({ read() {} })
      const listener = { person, stream, stillSignedIn, key }
      listeners.add(listener)
      stream.once('close', () => {
        listeners.delete(listener)
        if (key && !isStopped) leave(db, [key]).catch(failed)
      })
      stream.push(`retry: ${RECONNECT_MS}\n\n`)
      return stream
    },
    end: () => listeners.forEach(({ stream }) => stream.push(null)),
    stop: async () => {
      isStopped = true
      clearInterval(beat)
      const keys = keysOf(listeners)
      if (keys.length > 0) await leave(db, keys).catch(failed)
      listeners.forEach(({ stream }) => stream.push(null))
      await connection.stop()
    },
  }
}
