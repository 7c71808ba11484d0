import type { FileInfo } from '@vypusk/contract'
import { useEffect, useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { newKey } from '../../api/client.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { formatSize } from '../../ui/size.ts'
import { sendFile } from './api.ts'
import { versionIn } from './draft.ts'
import { UPLOADED } from './texts.ts'

/** A file that is chosen and not yet uploaded. */
export interface Waiting {
  key: string
  release: number
  file: File
  version: string
  /** `refused` is too large to be sent at all. */
  state: 'waiting' | 'sending' | 'failed' | 'refused'
  /** Share of the bytes that have left, 0…1. */
  sent: number
  /** Why it failed. */
  message: string
}

export interface Uploads {
  queue: readonly Waiting[]
  add: (release: number, files: File[]) => void
  setVersion: (key: string, version: string) => void
  /** Takes a file out of the queue; one that is on its way is stopped. */
  cancel: (key: string) => void
  /** Sends all that wait or failed. */
  start: () => void
}

/** Whether «Загрузить» concerns it. */
export const mayStart = ({ state }: Waiting): boolean => state === 'waiting' || state === 'failed'

/** More at once would only share the same line. */
const AT_ONCE = 2

const waiting = (release: number, file: File, limit: number): Waiting => ({
  key: newKey(),
  release,
  file,
  version: versionIn(file.name),
  sent: 0,
  ...(file.size > limit
    ? { state: 'refused', message: `Больше допустимых ${formatSize(limit)}` }
    : { state: 'waiting', message: '' }),
})

/** The chosen files as the screen shows them. */
function useQueue(limit: number) {
  const [queue, setQueue] = useState<readonly Waiting[]>([])
  return {
    queue,
    add: (release: number, files: File[]) =>
      setQueue((all) => [...all, ...files.map((file) => waiting(release, file, limit))]),
    patch: (keys: readonly string[], change: Partial<Waiting>) =>
      setQueue((all) => all.map((one) => (keys.includes(one.key) ? { ...one, ...change } : one))),
    drop: (key: string) => setQueue((all) => all.filter((one) => one.key !== key)),
  }
}

/** What can be stopped: files under way, and files whose turn never comes. */
function useStops() {
  const [stops] = useState(() => ({ running: new Map<string, AbortController>(), cancelled: new Set<string>() }))
  useEffect(() => () => stops.running.forEach((stop) => stop.abort()), [stops])
  return stops
}

type Fate = 'kept' | 'failed' | 'stopped'

/** Several go at once; the next leaves when one has arrived. */
async function inLanes(rest: Waiting[], send: (one: Waiting) => Promise<Fate>): Promise<Fate[]> {
  const fates: Fate[] = []
  const lane = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) fates.push(await send(next))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return fates
}

/**
 * The files on their way. Leaving the screen stops them.
 * @param limit bytes; larger files are not sent
 * @param onUploaded told of each file the server has
 */
export function useUploads(limit: number, onUploaded: (release: number, file: FileInfo) => void): Uploads {
  const { queue, add, patch, drop } = useQueue(limit)
  const { running, cancelled } = useStops()

  const send = async ({ key, file, version, release }: Waiting): Promise<Fate> => {
    if (cancelled.has(key)) return 'stopped'
    const stop = new AbortController()
    running.set(key, stop)
    try {
      const onProgress = (sent: number, total: number) => patch([key], { sent: total > 0 ? sent / total : 0 })
      onUploaded(release, await sendFile(file, version.trim(), { signal: stop.signal, onProgress }))
      drop(key)
      return 'kept'
    } catch (error) {
      if (stop.signal.aborted) return 'stopped'
      patch([key], { state: 'failed', message: sentenceOf(error) })
      return 'failed'
    } finally {
      running.delete(key)
    }
  }

  const start = async () => {
    const rest = queue.filter(mayStart)
    patch(
      rest.map(({ key }) => key),
      { state: 'sending', sent: 0 },
    )
    const fates = await inLanes(rest, send)
    if (fates.includes('kept') && !fates.includes('failed')) toast.success(UPLOADED)
  }
  const cancel = (key: string) => {
    cancelled.add(key)
    running.get(key)?.abort()
    drop(key)
  }
  return { queue, add, cancel, setVersion: (key, version) => patch([key], { version }), start: () => void start() }
}
