import type { FileInfo } from '@vypusk/contract'
import { useEffect } from 'react'
import { ofPerson, session } from '../../../api/session.ts'
import { formatSize } from '../../../ui/size.ts'
import { useStore } from '../../../ui/store.ts'
import { createEngine, mayStart, uploading } from './engine.ts'
import type { Engine, KeptUpload, Uploading } from './engine.ts'

export interface Uploads {
  /** What is not with the server yet. */
  queue: readonly Uploading[]
  add: (place: string, files: readonly File[]) => void
  setVersion: (key: string, version: string) => void
  /** Takes a file out of the queue; one that is on its way is stopped. */
  cancel: (key: string) => void
  /** Sends one again. */
  retry: (key: string) => void
  /** Sends all that wait or failed. */
  start: () => void
  /** How many of them there are. */
  idle: number
}

interface UploadsInput {
  /** Whose files they are: the name of the form's draft. */
  name: string
  /** Bytes; larger files are not sent. */
  limit?: number
  /** Sent as soon as chosen; else by `start`, once their versions are checked. */
  isImmediate: boolean
  /** What a file's version is likely to be. */
  versionOf?: (name: string) => string
  /** Told of each file the server has. */
  onUploaded: (place: string, file: FileInfo) => void
  /** Told when all of them have arrived. */
  onAll?: () => void
}

/** One for a form and a person, for as long as the page lives. */
const engines = new Map<string, Engine>()

function engineOf(name: string): Engine {
  const key = `uploads.${session.get()?.user_id ?? 0}.${name}`
  const engine = engines.get(key) ?? createEngine(ofPerson<KeptUpload[]>(`uploads.${name}`))
  engines.set(key, engine)
  return engine
}

const refusedIf = (limit: number, one: Uploading): Uploading =>
  one.size > limit ? { ...one, state: 'refused', message: `Больше допустимых ${formatSize(limit)}` } : one

const isAwaited = ({ state }: Uploading): boolean => ['queued', 'sending', 'failed'].includes(state)

/** What has arrived goes to the form, also what arrived while another screen was open. */
function useArrivals(engine: Engine, queue: readonly Uploading[], { onUploaded, onAll }: UploadsInput) {
  const arrived = queue.flatMap(({ state, key }) => (state === 'done' ? [key] : [])).join(' ')
  useEffect(() => {
    if (!arrived) return
    for (const { place, info } of engine.takeDone()) if (info) onUploaded(place, info)
    if (!engine.store.get().some(isAwaited)) onAll?.()
    // Once for each arrival; what to do with it is the form's latest word anyway.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [arrived, engine])
}

/** The files of a form on their way. Leaving the screen does not stop them; a reload asks for them again. */
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
