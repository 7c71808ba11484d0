import { live } from '@vypusk/contract'
import { createStore } from '../ui/store.ts'
import { userQuery } from './account.ts'
import { isApiError } from './api-error.ts'
import { newKey, send } from './client.ts'
import { createEventReader, pauseBefore } from './event-stream.ts'
import { createRecentChanges } from './recent-changes.ts'
import { pauseOrOnline, watchSilence } from './waiting.ts'
import { closed, notePresence, openedAs } from './presence.ts'
import type { Entity } from './entity.ts'
import { invalidate, ownChanges, queryClient } from './query-client.ts'
import { session } from './session.ts'

export type LiveState = 'connecting' | 'on' | 'lost'
/** The state shown by the shell's indicator. */
export const liveState = createStore<LiveState>('connecting')

const recentChanges = createRecentChanges(() => performance.now())
/**
 * Whether the data that has just arrived may contain other people's changes, and which things this person has just
 * changed.
 */
export const { haveOthersChanged, isOwn } = recentChanges
/**
 * The number of own changes that the server has reported; after each, the changes held back in a list are checked
 * again.
 */
export const ownChangeCount = createStore(0)

const loadFollowing = async () => {
  const { createFollowing } = await import('./changes-of-others.ts')
  return createFollowing({ client: queryClient, onFetching: recentChanges.noteFetching })
}
/** Loaded with other people's first change, because the first screen does not need it. */
let following: ReturnType<typeof loadFollowing> | undefined

/**
 * Other people's changes can wait for a moment when the server has room; this person's changes in other tabs are shown
 * at once.
 */
function followOthers(message: live.LiveEvent): void {
  following ??= loadFollowing()
  following.then(
    ({ note }) => note(message),
    () => noteChange(message.entity),
  )
}

/** A burst of changes causes one refetch, in ms. */
const GATHER = 250
const changed = new Set<Entity>()
let gathering = 0

function refetchChanged(): void {
  const entities = [...changed]
  changed.clear()
  gathering = 0
  invalidate(entities).catch(() => {})
}

function noteChange(entity: Entity): void {
  changed.add(entity)
  gathering ||= window.setTimeout(refetchChanged, GATHER)
}

function takeIn(message: live.LiveEvent | live.Presence): void {
  if (message.entity === 'presence') return notePresence(message)
  const me = session.get()?.user_id
  recentChanges.note(message, me)
  if (message.by !== null && message.by === me) ownChangeCount.set(ownChangeCount.get() + 1)
  // The reply of the call that made the change has already brought it.
  if (message.own && ownChanges.covers(message.entity)) return
  const isOfOthers = message.entity !== 'notice' && message.by !== me
  if (isOfOthers) followOthers(message)
  else noteChange(message.entity)
}

/**
 * The server sends a heartbeat every 15 s; a connection that is silent for longer than this is considered dead, in ms.
 */
const SILENT = 40_000

/** `missedMs`: how old the data on the screen may be; what has changed since comes first. */
interface Opening {
  missedMs: number | undefined
  onOpen: () => void
}

async function readOnce(signal: AbortSignal, { missedMs, onOpen }: Opening): Promise<void> {
  const key = newKey()
  const silence = watchSilence(SILENT, window)
  try {
    const either = AbortSignal.any([signal, silence.signal])
    const query = { key, ...(missedMs !== undefined && { missed_ms: missedMs }) }
    const response = await send(live.events, { query, signal: either, onRefusal: 'throw' })
    onOpen()
    openedAs(key)
    const read = createEventReader()
    const takeAll = (piece: string) => {
      silence.reset()
      for (const data of read(piece)) takeIn(JSON.parse(data) as live.LiveEvent | live.Presence)
    }
    await response.body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write: takeAll }))
  } finally {
    silence.stop()
  }
}

/** When the stream is refused because there is no session, fetching the person leads to the sign-in page. */
async function askWhoIsHere(error: unknown): Promise<void> {
  if (isApiError(error) && error.status === 401) await queryClient.invalidateQueries(userQuery)
}

/** The first calls of a screen may have left so long before its changes are followed (first.js), ms. */
const EARLY = 10_000
/** The most that can be asked for, ms. */
const MOST_MISSED = 60_000

/**
 * Follows the server's changes until `signal` is aborted, from the moment when the screen's first data may have been
 * read. Reconnects with growing pauses and, after a lost connection,
 * refetches everything on the screen, because changes made meanwhile were not reported.
 */
export async function followChanges(signal: AbortSignal): Promise<void> {
  let failures = 0
  let wasLost = false
  const from = Math.max(0, performance.now() - EARLY)
  const missed = () => Math.min(MOST_MISSED, Math.round(performance.now() - from))
  const onOpen = () => {
    // Rights and settings are not among the things that change together.
    if (wasLost) for (const entity of ['all', 'user', 'account'] as const) noteChange(entity)
    failures = 0
    wasLost = false
    liveState.set('on')
  }
  // After signing out nothing is followed, so a lost connection is no longer shown.
  signal.addEventListener('abort', () => liveState.set('connecting'), { once: true })
  while (!signal.aborted) {
    await readOnce(signal, { missedMs: wasLost ? undefined : missed(), onOpen }).catch(askWhoIsHere)
    closed()
    if (signal.aborted) return
    failures += 1
    wasLost = true
    liveState.set('lost')
    // All browsers have lost the connection at once, so they reconnect at random moments.
    await pauseOrOnline(pauseBefore(failures) * (1 + Math.random()), signal, window)
  }
}
