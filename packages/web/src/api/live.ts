import { live } from '@vypusk/contract'
import type { Query } from '@tanstack/react-query'
import { createStore } from '../ui/store.ts'
import { userQuery } from './account.ts'
import { isApiError } from './api-error.ts'
import { newKey, send } from './client.ts'
import { createEventReader, pauseBefore } from './event-stream.ts'
import { closed, notePresence, openedAs } from './presence.ts'
import { queryClient } from './query-client.ts'
import type { Entity } from './query-client.ts'

export type LiveState = 'connecting' | 'on' | 'lost'
/** What the shell's indicator shows. */
export const liveState = createStore<LiveState>('connecting')

/** A burst of changes is one refetch. */
const GATHER = 250
const changed = new Set<Entity>()
let gathering = 0

const concerns = (entities: ReadonlySet<Entity>) => (query: Query) =>
  entities.has(query.queryKey[0] as Entity) || (query.meta?.live ?? []).some((entity) => entities.has(entity))

const isOfSession = (query: Query): boolean => query.queryKey[0] === 'session' || query.queryKey[0] === 'entrance'

function refetchChanged(): void {
  const entities = new Set(changed)
  changed.clear()
  gathering = 0
  const predicate = entities.has('all') ? (query: Query) => !isOfSession(query) : concerns(entities)
  queryClient.invalidateQueries({ predicate }).catch(() => {})
}

export function noteChange(entity: Entity): void {
  changed.add(entity)
  gathering ||= window.setTimeout(refetchChanged, GATHER)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

const hear = (told: live.LiveEvent | live.Presence): void =>
  told.entity === 'presence' ? notePresence(told) : noteChange(told.entity)

async function readOnce(signal: AbortSignal, onOpen: () => void): Promise<void> {
  const key = newKey()
  const response = await send(live.events, { query: { key }, signal, onRefusal: 'throw' })
  onOpen()
  openedAs(key)
  const read = createEventReader()
  const text = response.body?.pipeThrough(new TextDecoderStream()) ?? []
  for await (const piece of text) {
    for (const data of read(piece)) hear(JSON.parse(data) as live.LiveEvent | live.Presence)
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
  while (!signal.aborted) {
    await readOnce(signal, opened).catch(askWhoIsHere)
    closed()
    if (signal.aborted) return
    failures += 1
    wasLost = true
    liveState.set('lost')
    await pause(pauseBefore(failures), signal)
  }
}
