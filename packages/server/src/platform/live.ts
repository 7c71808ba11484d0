import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { ClientConfig } from 'pg'
import type { live as contract } from '@vypusk/contract'
import { atMost } from './http/at-most.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import { EVENTS_CHANNEL } from './events.ts'
import { listenTo, type ChannelHandlers } from './database/listening.ts'
import { onceAtATime, whichAreOver, type WhoStay } from './live/ending.ts'
import { createGathering } from './live/gathering.ts'
import type { Memory } from './memory.ts'
import {
  COLUMNS,
  createRecentNews,
  eventOf,
  EVERYTHING,
  markFor,
  missedBy,
  OWN,
  type RecentNews,
} from './live/missed.ts'
import { newsIn, OWN_NEWS_CHANNEL } from './live/own-news.ts'
import type { Person } from './person.ts'
import type { Audience } from './events.ts'
import { allAt, leave, othersFor, PRESENCE_CHANNEL, stillHere } from './live/presence.ts'
import { refuse } from './refusal.ts'
import { fromPrimary } from './replica/reading.ts'

export type LiveEvent = contract.LiveEvent
const RECONNECT_MS = 1000

interface Listener {
  person: Person
  stream: Readable
  /** The token it was opened with; null when it outlives every session. */
  token: string | null
  /** Identifies the stream when its browser reports which place it is at. */
  key?: string | undefined
}

export interface Live {
  /**
   * Opens a stream of server-sent events for one browser; it ends with the session or the token.
   * @param missedMs the changes of these last milliseconds come first: what the browser shows is so old
   * @throws 429 when the person has too many
   */
  open(person: Person, token: string | null, key?: string, missedMs?: number): Readable
  /** Number of connected browsers. */
  count(): number
  /** Ends all streams; browsers reconnect by themselves, to another process or to the next one. */
  end(): void
  stop(): Promise<void>
}

const frame = (event: LiveEvent | contract.Presence) => `data: ${JSON.stringify(event)}\n\n`
const framesOf = (events: readonly LiveEvent[]) => events.map(frame).join('')

/** From this number on, browsers should not all fetch at the same moment. */
const MANY = 20
const among = ({ size }: Set<Listener>) => (size >= MANY ? { listeners: size } : {})

const keysOf = (listeners: Set<Listener>) => [...listeners].flatMap(({ key }) => (key ? [key] : []))

/** Ends the streams whose session or token is over, or whose person hears other things by now. @returns the others */
async function endOver(listeners: Set<Listener>, whoStay: WhoStay): Promise<Listener[]> {
  const all = [...listeners]
  const over = await whichAreOver(all, whoStay)
  endAll(over)
  return all.filter((one) => !over.has(one))
}

async function heartbeat(db: Db, listeners: Set<Listener>, whoStay: WhoStay) {
  if (listeners.size === 0) return
  await stillHere(db, keysOf(listeners))
  for (const { stream } of await endOver(listeners, whoStay)) stream.push(': here\n\n')
}

interface Spreading extends Pick<LiveOptions, 'db' | 'clock' | 'mayHear'> {
  listeners: Set<Listener>
  news: RecentNews
  gathering: ReturnType<typeof createGathering<Listener>>
}

/** Sends a new stream the latest changes. */
async function sendMissed(missedMs: number, listener: Listener, options: Spreading) {
  const events = await missedBy(listener, missedMs, options)
  if (events.length > 0) listener.stream.push(framesOf(events))
}

async function spread(id: number, { db, listeners, mayHear, gathering }: Spreading) {
  const row = await db.selectFrom('events').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!row) return
  const event: LiveEvent = { ...eventOf(row), ...among(listeners) }
  const text = frame(event)
  for (const listener of listeners) {
    const { person, stream, key } = listener
    if (!mayHear(person, row)) continue
    const isOwn = key !== undefined && key === row.stream_key
    // A person's own changes appear on their other screens at once.
    if (isOwn) stream.push(frame({ ...event, own: true }))
    else if (person.id === row.user_id || listeners.size < MANY) stream.push(text)
    else gathering.add(listener, text)
  }
  if (event.entity === 'user') endStreams(event.id, listeners)
}

const endAll = (listeners: Iterable<Listener>) => [...listeners].forEach(({ stream }) => stream.push(null))

/** Ends the streams of a changed person: they reconnect with their current rights, or are refused. */
const endStreams = (person_id: number, listeners: Set<Listener>) =>
  endAll([...listeners].filter(({ person }) => person.id === person_id))

function spreadOwnNews(payload: string, { listeners, news }: Spreading) {
  const own = newsIn(payload)
  news.note(own)
  for (const { person, stream, key } of listeners) {
    if (own.noticed.has(person.id)) stream.push(frame(OWN))
    const mark = markFor(own, person.id, key)
    if (mark) stream.push(frame(mark))
  }
}

/** Tells all browsers to fetch everything again. */
function fetchEverything(listeners: Set<Listener>) {
  const text = framesOf(EVERYTHING.map((event) => ({ ...event, ...among(listeners) })))
  for (const { stream } of listeners) stream.push(text)
}

/** Sends everybody at a place the list of others who are there. */
async function spreadPresence(db: Db, place: string, listeners: Set<Listener>) {
  const all = await allAt(db, place)
  const here = new Set(all.map(({ key }) => key))
  for (const { person, stream, key } of listeners) {
    if (key && here.has(key)) stream.push(frame({ entity: 'presence', place, people: othersFor(person, all) }))
  }
}

/** How often streams are checked, and how long the database may take to answer, in milliseconds. */
export interface LiveTimes {
  heartbeatMs: number
  answerMs: number
}
const TIMES: LiveTimes = { heartbeatMs: 15_000, answerMs: 5000 }

interface LiveOptions {
  config: ClientConfig
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  /** The memory of the process uses the same connection to learn what it has to forget. */
  memory?: Memory
  whoStay: WhoStay
  /** The tables that say so: a change of one ends streams at once, where the memory hears of it. */
  stayBy?: readonly string[]
  mayHear: Audience['mayHear']
  times?: LiveTimes
}

/** More than a single person's browsers need; further streams are refused for the moment. */
const STREAMS_OF_A_PERSON = 20
const LATER = { 'Retry-After': '30' }

function admitStream({ id }: Person, listeners: Set<Listener>): void {
  const own = [...listeners].filter(({ person }) => person.id === id)
  if (own.length >= STREAMS_OF_A_PERSON) throw refuse('too_many_streams', {}, LATER)
}

/** Adds a browser. What is pushed into the returned stream is sent to it. */
function addListener(listeners: Set<Listener>, options: Omit<Listener, 'stream'>, onClose: () => void): Listener {
  admitStream(options.person, listeners)
  const stream = new Readable({ read() {} })
  const listener = { ...options, stream }
  listeners.add(listener)
  stream.once('close', () => {
    listeners.delete(listener)
    onClose()
  })
  stream.push(`retry: ${RECONNECT_MS}\n\n`)
  return listener
}

interface Endings {
  gone: (key?: string) => void
  failed: (error: unknown) => void
}

const opening =
  (spreading: Spreading, { gone, failed }: Endings): Live['open'] =>
  (person, token, key, missedMs) => {
    const listener = addListener(spreading.listeners, { person, token, key }, () => gone(key))
    // Replicas may be late.
    if (missedMs !== undefined) fromPrimary(() => sendMissed(missedMs, listener, spreading)).catch(failed)
    return listener.stream
  }

/** Events that may wait to be read; those of a larger burst are caught up with at the next heartbeat. */
const MOST_WAITING = 10_000

const handlersOf = (spreading: Spreading, ifHeard: (work: () => Promise<void>) => void): ChannelHandlers => {
  const { db, listeners } = spreading
  // One after another, so that an event never arrives before an earlier one whose row took longer to read.
  const full = () => new Error('too many events at once')
  const inOrder = atMost({ running: 1, waiting: MOST_WAITING, full })
  return {
    [EVENTS_CHANNEL]: (id) => ifHeard(() => inOrder(() => spread(Number(id), spreading))),
    [OWN_NEWS_CHANNEL]: (payload) => spreadOwnNews(payload, spreading),
    [PRESENCE_CHANNEL]: (place) => ifHeard(() => spreadPresence(db, place, listeners)),
  }
}

/** Repeats the work, but never runs it twice at once, so that a slow database does not get even more queries. */
function beating(everyMs: number, work: () => Promise<void>) {
  let isAtIt = false
  return setInterval(() => {
    if (isAtIt) return
    isAtIt = true
    void work().finally(() => (isAtIt = false))
  }, everyMs)
}

/** Ends streams as soon as the memory hears that their session or token may be over. */
function endAtOnce(listeners: Set<Listener>, options: LiveOptions, ifHeard: (work: () => Promise<void>) => void) {
  const { memory, whoStay, stayBy = [] } = options
  const end = onceAtATime(async () => void (await endOver(listeners, whoStay)))
  memory?.onChange((table) => void (stayBy.includes(table) && ifHeard(end)))
}

/** What a lost connection makes unsure, and what is done when there is one again. */
const losing = ({ listeners, news }: Spreading, memory: Memory | undefined) => ({
  onLost: () => (memory?.forgetAll(), news.lose()),
  onBack: () => (memory?.forgetAll(), news.resume(), fetchEverything(listeners)),
})

/** Live updates of this process: every process receives every committed event and passes it on to its own browsers. */
export async function startLive(options: LiveOptions): Promise<Live> {
  const { config, db, clock, log, memory, whoStay, mayHear, times = TIMES } = options
  const listeners = new Set<Listener>()
  // An event that could not be read is made up for by the next successful heartbeat.
  let isMissed = false
  const failed = (error: unknown) => {
    isMissed = true
    log.warn({ err: error }, 'live updates')
  }
  const ifHeard = (work: () => Promise<void>) => void (listeners.size > 0 && work().catch(failed))
  const [gathering, news] = [createGathering(listeners), createRecentNews()]
  const spreading = { db, clock, mayHear, listeners, gathering, news }
  const handlers = { ...handlersOf(spreading, ifHeard), ...memory?.handlers }
  endAtOnce(listeners, options, ifHeard)
  const connection = listenTo({ config, handlers, ...losing(spreading, memory), log, answerMs: times.answerMs })
  await connection.start()
  const lookAfter = async () => {
    await connection.look()
    await heartbeat(db, listeners, whoStay)
    if (isMissed) fetchEverything(listeners)
    isMissed = false
  }
  const beat = beating(times.heartbeatMs, () => lookAfter().catch(failed))
  let isStopped = false
  const gone = (key?: string) => void (key && !isStopped && leave(db, [key]).catch(failed))
  return {
    open: opening(spreading, { gone, failed }),
    count: () => listeners.size,
    end: () => endAll(listeners),
    stop: async () => {
      isStopped = true
      clearInterval(beat)
      gathering.stop()
      await leave(db, keysOf(listeners)).catch(failed)
      endAll(listeners)
      await connection.stop()
    },
  }
}
