import type { FileInfo } from '@vypusk/contract'
import { useEffect } from 'react'
import { ofPerson, session } from '../../../api/session.ts'
import { formatSize } from '../../../ui/size.ts'
import { useStore } from '../../../ui/store.ts'
import { createEngine, mayStart, uploading } from './engine.ts'
import type { Engine, KeptUpload, Uploading } from './engine.ts'

export interface Uploads {
  /** The files that are not uploaded yet. */
  queue: readonly Uploading[]
  add: (place: string, files: readonly File[]) => void
  setVersion: (key: string, version: string) => void
  /** Removes a file from the queue; an upload in progress is stopped. */
  cancel: (key: string) => void
  /** Sends a file again. */
  retry: (key: string) => void
  /** Sends all files that are waiting or have failed. */
  start: () => void
  /** The number of files that `start` would send. */
  idle: number
}

interface UploadsInput {
  /** The name of the form's draft, to which the files belong. */
  name: string
  /** In bytes; larger files are not sent. */
  limit?: number
  /** Files are sent as soon as they are chosen; otherwise by `start`, once their versions have been checked. */
  isImmediate: boolean
  /** Suggests a file's version. */
  versionOf?: (name: string) => string
  /** Whether the form can take uploaded files yet; they wait until then. */
  isReady?: boolean
  /** Called with each uploaded file. */
  onUploaded: (place: string, file: FileInfo) => void
  /** Called when all of them have been uploaded. */
  onAll?: () => void
}

interface OwnEngine {
  engine: Engine
  owner: number
}

/** One engine for a form and a person, for the lifetime of the page. */
const engines = new Map<string, OwnEngine>()

const personNow = (): number => session.get()?.user_id ?? 0

// Whoever signs in next must not send the files of the one before under their own name.
session.subscribe(() => engines.forEach(({ engine, owner }) => owner !== personNow() && engine.halt()))

function engineOf(name: string): Engine {
  const owner = personNow()
  const key = `uploads.${owner}.${name}`
  const own = engines.get(key) ?? { engine: createEngine(ofPerson<KeptUpload[]>(`uploads.${name}`)), owner }
  engines.set(key, own)
  return own.engine
}

const refusedIf = (limit: number, one: Uploading): Uploading =>
  one.size > limit ? { ...one, state: 'refused', message: `Больше допустимых ${formatSize(limit)}` } : one

const isAwaited = ({ state }: Uploading): boolean => ['queued', 'sending', 'failed'].includes(state)

/** Passes uploaded files to the form, including those uploaded while another screen was open. */
function useArrivals(engine: Engine, queue: readonly Uploading[], { isReady = true, onUploaded, onAll }: UploadsInput) {
  const arrived = queue.flatMap(({ state, key }) => (state === 'done' ? [key] : [])).join(' ')
  useEffect(() => {
    if (!arrived || !isReady) return
    for (const { place, info } of engine.takeDone()) if (info) onUploaded(place, info)
    if (!engine.store.get().some(isAwaited)) onAll?.()
    // Once for each arrival; what to do with it is the form's latest word anyway.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [arrived, isReady, engine])
}

/** The uploads of a form. Leaving the screen does not stop them; after a reload the files have to be chosen again. */
export function useUploads(input: UploadsInput): Uploads {
  const { name, limit = Infinity, isImmediate, versionOf = () => '' } = input
  const engine = engineOf(name)
  const all = useStore(engine.store)
  useArrivals(engine, all, input)
  useEffect(() => {
    addEventListener('online', engine.goOn)
    return () => removeEventListener('online', engine.goOn)
  }, [engine])
  const queue = all.filter(({ state }) => state !== 'done')
  return {
    queue,
    add: (place, files) => {
      const items = files.map((file) => refusedIf(limit, uploading(place, file, versionOf(file.name))))
      engine.add(items)
      if (isImmediate) engine.start(items.map(({ key }) => key))
    },
    setVersion: engine.setVersion,
    cancel: engine.cancel,
    retry: (key) => engine.start([key]),
    start: () => engine.start(),
    idle: queue.filter(mayStart).length,
  }
}
