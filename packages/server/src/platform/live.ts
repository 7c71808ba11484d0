import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import pg, { type ClientConfig } from 'pg'
import type { live as contract } from '@vypusk/contract'
import type { Db } from './database.ts'
import { EVENTS_CHANNEL } from './events.ts'
import type { Person } from './person.ts'

export type LiveEvent = contract.LiveEvent
/** Fetch everything anew: sent when notifications may have been missed. */
const ALL: LiveEvent = { entity: 'all', id: 0, version: 0, by: null }

const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 1000

interface Listener {
  person: Person
  stream: Readable
  stillSignedIn(): Promise<boolean>
}

export interface Live {
  /** A stream of server-sent events for one browser, ended when its session ends. */
  open(person: Person, stillSignedIn: () => Promise<boolean>): Readable
  stop(): Promise<void>
}

const frame = (event: LiveEvent) => `data: ${JSON.stringify(event)}\n\n`
const maySee = ({ isRivc, idcomp }: Person, companies: number[] | null) =>
  isRivc || companies === null || companies.includes(idcomp ?? 0)

async function heartbeat(listeners: Set<Listener>) {
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
  for (const { person, stream } of listeners) if (maySee(person, row.companies)) stream.push(frame(event))
}

/** One LISTEN connection that comes back by itself; `onBack` runs after each new start. */
function listen(config: ClientConfig, onId: (id: number) => void, onBack: () => void, log: FastifyBaseLogger) {
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
    fresh.on('notification', ({ payload }) => onId(Number(payload)))
    fresh.once('error', again)
    fresh.once('end', again)
    try {
      await fresh.connect()
      await fresh.query(`listen ${EVENTS_CHANNEL}`)
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
  const tell = (id: number) => {
    if (listeners.size > 0) spread(db, id, listeners).catch((error) => log.error({ err: error }, 'live'))
  }
  const catchUp = () => listeners.forEach(({ stream }) => stream.push(frame(ALL)))
  const connection = listen(config, tell, catchUp, log)
  await connection.start()
  const beat = setInterval(() => heartbeat(listeners).catch((error) => log.error({ err: error }, 'live')), HEARTBEAT_MS)
  return {
    open: (person, stillSignedIn) => {
      const stream = new Readable({ read() {} })
      const listener = { person, stream, stillSignedIn }
      listeners.add(listener)
      stream.once('close', () => listeners.delete(listener))
      stream.push(`retry: ${RECONNECT_MS}\n\n`)
      return stream
    },
    stop: async () => {
      clearInterval(beat)
      listeners.forEach(({ stream }) => stream.push(null))
      await connection.stop()
    },
  }
}
