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
import { askAnew, ownChanges, queryClient } from './query-client.ts'
import { session } from './session.ts'

export type LiveState = 'connecting' | 'on' | 'lost'
/** What the shell's indicator shows. */
export const liveState = createStore<LiveState>('connecting')

const recentChanges = createRecentChanges(() => performance.now())
/** Whether what has just arrived may have been changed by others, and which things this person has just changed. */
export const { haveOthersChanged, isOwn } = recentChanges
/** How often this person's own changes were told of: what waits in a list is looked at anew after each. */
export const ownChangeCount = createStore(0)

const loadFollowing = async () => {
  const { createFollowing } = await import('./following.ts')
  return createFollowing({ client: queryClient, onAsking: recentChanges.noteAsking })
}
/** It comes with the first change that others made: the first screen does without it. */
let following: ReturnType<typeof loadFollowing> | undefined

/** What others did can wait for a moment when there is room; what this person did elsewhere is shown at once. */
function followOthers(message: live.LiveEvent): void {
  following ??= loadFollowing()
  following.then(
    ({ note }) => note(message),
    () => noteChange(message.entity),
  )
}

/** A burst of changes is one refetch. */
const GATHER = 250
const changed = new Set<Entity>()
let gathering = 0

function refetchChanged(): void {
  const entities = [...changed]
  changed.clear()
  gathering = 0
  askAnew(entities).catch(() => {})
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
  // The call that did it has brought it.
  if (message.own && ownChanges.covers(message.entity)) return
  const isOfOthers = message.entity !== 'notice' && message.by !== me
  if (isOfOthers) followOthers(message)
  else noteChange(message.entity)
}

/** The server says every 15 s that it is there; a line that is silent for longer is dead. */
const SILENT = 40_000

async function readOnce(signal: AbortSignal, onOpen: () => void): Promise<void> {
  const key = newKey()
  const silence = watchSilence(SILENT, window)
  try {
    const either = AbortSignal.any([signal, silence.signal])
    const response = await send(live.events, { query: { key }, signal: either, onRefusal: 'throw' })
    onOpen()
    openedAs(key)
    const read = createEventReader()
    const text = response.body?.pipeThrough(new TextDecoderStream()) ?? []
    for await (const piece of text) {
      silence.heard()
      for (const data of read(piece)) takeIn(JSON.parse(data) as live.LiveEvent | live.Presence)
    }
  } finally {
    silence.stop()
  }
}

/** A stream refused for want of a session: asking for the person leads to the sign-in page. */
async function askWhoIsHere(error: unknown): Promise<void> {
  if (isApiError(error) && error.status === 401) await queryClient.invalidateQueries(userQuery)
}

/**
 * Follows the server's changes until `signal` is aborted: reconnects with growing pauses and, after
 * a loss, fetches everything on the screen anew, because what happened meanwhile was not told.
 */
export async function followChanges(signal: AbortSignal): Promise<void> {
  let failures = 0
  let wasLost = false
  const opened = () => {
    if (wasLost) noteChange('all')
    failures = 0
    wasLost = false
    liveState.set('on')
  }
  // Whoever has left follows nothing: a line that was lost says no more.
  signal.addEventListener('abort', () => liveState.set('connecting'), { once: true })
  while (!signal.aborted) {
    await readOnce(signal, opened).catch(askWhoIsHere)
    closed()
    if (signal.aborted) return
    failures += 1
    wasLost = true
    liveState.set('lost')
    // All of them have lost it at once: they come back one after another.
    await pauseOrOnline(pauseBefore(failures) * (1 + Math.random()), signal, window)
  }
}
