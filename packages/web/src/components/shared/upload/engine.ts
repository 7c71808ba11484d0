import type { FileInfo } from '@vypusk/contract'
import { isNetworkFailure, sentenceOf } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import { dropUpload, sendResumable } from '../../../api/resumable.ts'
import type { StoredValue } from '../../../ui/storage.ts'
import { createStore } from '../../../ui/store.ts'
import type { Store } from '../../../ui/store.ts'

/** Uploads files. Works outside React, so that uploading continues while the person is on another screen. */

/** What is kept after a reload of the page. */
export interface KeptUpload {
  key: string
  /** What the file belongs to, for example a release of a draft. */
  place: string
  name: string
  /** In bytes. */
  size: number
  lastModified: number
  version: string
  /** The upload's address; null until the first bytes have been sent. */
  url: string | null
  /** Share of the bytes that have been sent, 0…1. */
  sent: number
  /** The file, once it is uploaded; its form takes it the next time it is opened. Earlier versions kept none. */
  info?: FileInfo | null
}

export interface Uploading extends KeptUpload {
  /** Null after a reload, because browsers forget the chosen files. */
  file: File | null
  /**
   * `waiting` for its version to be checked, `queued` for its turn; `refused` is not sent at all; `lost` has to be
   * chosen again; `done` is uploaded but not yet taken over by its form.
   */
  state: 'waiting' | 'queued' | 'sending' | 'failed' | 'refused' | 'lost' | 'done'
  /** Why it failed. */
  message: string
  /** The network failed, so the upload continues as soon as it is back. */
  isCutOff: boolean
  info: FileInfo | null
}

export interface Engine {
  store: Store<readonly Uploading[]>
  add: (items: readonly Uploading[]) => void
  setVersion: (key: string, version: string) => void
  /** Sends these files, or all that are waiting or have failed. */
  start: (keys?: readonly string[]) => void
  /** Continues the uploads that a network failure has stopped. */
  goOn: () => void
  /** Removes a file; an upload in progress is stopped, and the server discards it. */
  cancel: (key: string) => void
  /** Returns the uploaded files, each only once. */
  takeDone: () => Uploading[]
  /** Sends nothing more until the person starts it again: somebody else may be signed in by now. */
  halt: () => void
}

const SIGNED_OUT = 'Вы вышли из системы, пока файл загружался'

/** More uploads at once would only share the same connection. */
const AT_ONCE = 2

/** Checks whether «Загрузить» applies to the file. */
export const mayStart = ({ state }: Uploading): boolean => state === 'waiting' || state === 'failed'

export const uploading = (place: string, file: File, version: string): Uploading => ({
  key: newKey(),
  place,
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  version,
  url: null,
  sent: 0,
  file,
  state: 'waiting',
  message: '',
  isCutOff: false,
  info: null,
})

/** What was kept of an upload: one that has arrived is complete, of any other the file has to be chosen again. */
const restored = ({ info = null, ...kept }: KeptUpload): Uploading => ({
  ...kept,
  file: null,
  state: info ? 'done' : 'lost',
  message: '',
  isCutOff: false,
  info,
})

/** Only files whose upload has begun are worth continuing after a reload. */
const worthKeeping = (all: readonly Uploading[]): KeptUpload[] =>
  all
    .filter(({ url }) => url !== null)
    .map(({ key, place, name, size, lastModified, version, url, sent, info }) => {
      const inPercent = Math.floor(sent * 100) / 100
      return { key, place, name, size, lastModified, version, url, sent: inPercent, info }
    })

/** Stores what is worth keeping, only when it has changed, because progress is reported many times a second. */
function keeper(kept: StoredValue<KeptUpload[]>) {
  let written = ''
  return (all: readonly Uploading[]) => {
    const worth = worthKeeping(all)
    const text = JSON.stringify(worth)
    if (text === written) return
    written = text
    kept.write(worth.length > 0 ? worth : null)
  }
}

const isSame = (a: Uploading, b: Uploading): boolean =>
  a.place === b.place && a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** Adds the chosen files; those that were being uploaded before a reload continue. */
function takenUpAgain(all: readonly Uploading[], items: readonly Uploading[]): readonly Uploading[] {
  const lostOnes = all.filter(({ state }) => state === 'lost')
  const next = items.map((one) => {
    const before = lostOnes.find((other) => isSame(other, one))
    return before ? { ...before, file: one.file, state: 'queued' as const } : one
  })
  const keys = new Set(next.map(({ key }) => key))
  return [...all.filter(({ key }) => !keys.has(key)), ...next]
}

function createQueue(kept: StoredValue<KeptUpload[]>) {
  const store = createStore<readonly Uploading[]>((kept.read() ?? []).map(restored))
  const keep = keeper(kept)
  const set = (next: readonly Uploading[]) => {
    store.set(next)
    keep(next)
  }
  return {
    store,
    set,
    patch: (key: string, change: Partial<Uploading>) =>
      set(store.get().map((one) => (one.key === key ? { ...one, ...change } : one))),
    drop: (which: (one: Uploading) => boolean) => set(store.get().filter((one) => !which(one))),
  }
}
type Queue = ReturnType<typeof createQueue>

/** Sends the queued files, two at a time. */
function createSender({ store, patch }: Queue, send: typeof sendResumable) {
  const stops = new Map<string, AbortController>()
  const run = async ({ key, file, version, url }: Uploading & { file: File }) => {
    const stop = new AbortController()
    stops.set(key, stop)
    patch(key, { state: 'sending', message: '', isCutOff: false })
    const onProgress = (sent: number, total: number) => patch(key, { sent: total > 0 ? sent / total : 1 })
    const onUrl = (next: string) => patch(key, { url: next })
    try {
      const info = await send({ file, version: version.trim(), url, signal: stop.signal, onUrl, onProgress })
      patch(key, { state: 'done', info })
    } catch (error) {
      const failed = { state: 'failed', message: sentenceOf(error), isCutOff: isNetworkFailure(error) } as const
      if (!stop.signal.aborted) patch(key, failed)
    } finally {
      stops.delete(key)
      pump()
    }
  }
  const pump = () => {
    while (stops.size < AT_ONCE) {
      const next = store.get().find(({ state }) => state === 'queued')
      if (!next?.file) return
      void run({ ...next, file: next.file })
    }
  }
  return { pump, stop: (key: string) => stops.get(key)?.abort() }
}

/**
 * Creates the engine for the uploads of a form.
 * @param kept where uploads are stored for after a reload
 * @param send sends a file
 */
export function createEngine(kept: StoredValue<KeptUpload[]>, send: typeof sendResumable = sendResumable): Engine {
  const queue = createQueue(kept)
  const { store, set, patch, drop } = queue
  const { pump, stop } = createSender(queue, send)
  const start = (which: (one: Uploading) => boolean) => {
    set(store.get().map((one) => (which(one) && one.file ? { ...one, state: 'queued' } : one)))
    pump()
  }
  return {
    store,
    add: (items) => {
      set(takenUpAgain(store.get(), items))
      pump()
    },
    setVersion: (key, version) => patch(key, { version }),
    start: (keys) => start((one) => mayStart(one) && (keys?.includes(one.key) ?? true)),
    goOn: () => start(({ state, isCutOff }) => state === 'failed' && isCutOff),
    cancel: (key) => {
      const one = store.get().find((other) => other.key === key)
      drop((other) => other.key === key)
      stop(key)
      if (one?.url && one.state !== 'done') dropUpload(one.url)
    },
    halt: () => {
      const going = store.get().filter(({ state }) => state === 'sending' || state === 'queued')
      const halted = { state: 'failed', message: SIGNED_OUT, isCutOff: false } as const
      set(store.get().map((one) => (going.includes(one) ? { ...one, ...halted } : one)))
      going.forEach(({ key }) => stop(key))
    },
    takeDone: () => {
      const done = store.get().filter(({ state }) => state === 'done')
      drop(({ state }) => state === 'done')
      return done
    },
  }
}
