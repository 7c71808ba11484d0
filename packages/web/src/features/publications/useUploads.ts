import type { FileInfo } from '@vypusk/contract'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { newKey } from '../../api/client.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { sendFile } from './api.ts'
import { versionIn } from './draft.ts'
import { UPLOADED } from './texts.ts'

/** A file that is chosen and not yet uploaded. */
export interface Waiting {
  key: string
  release: number
  file: File
  version: string
  state: 'waiting' | 'sending' | 'failed'
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

/** More at once would only share the same line. */
const AT_ONCE = 2

const waiting = (release: number, file: File): Waiting => ({
  key: newKey(),
  release,
  file,
  version: versionIn(file.name),
  state: 'waiting',
  sent: 0,
  message: '',
})

/**
 * The files on their way. Leaving the screen stops them.
 * @param onUploaded told of each file the server has
 */
export function useUploads(onUploaded: (release: number, file: FileInfo) => void): Uploads {
  const [queue, setQueue] = useState<readonly Waiting[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const cancelled = useRef(new Set<string>())
  useEffect(() => {
    const running = stops.current
    return () => running.forEach((stop) => stop.abort())
  }, [])

  const patch = (key: string, change: Partial<Waiting>) =>
    setQueue((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const drop = (key: string) => setQueue((all) => all.filter((one) => one.key !== key))

  /** @returns what became of it; a stopped file is nobody's trouble */
  const send = async ({ key, file, version, release }: Waiting): Promise<'kept' | 'failed' | 'stopped'> => {
    if (cancelled.current.has(key)) return 'stopped'
    const stop = new AbortController()
    stops.current.set(key, stop)
    try {
      const onProgress = (sent: number, total: number) => patch(key, { sent: total > 0 ? sent / total : 0 })
      onUploaded(release, await sendFile(file, version.trim(), { signal: stop.signal, onProgress }))
      drop(key)
      return 'kept'
    } catch (error) {
      if (stop.signal.aborted) return 'stopped'
      patch(key, { state: 'failed', message: sentenceOf(error) })
      return 'failed'
    } finally {
      stops.current.delete(key)
    }
  }

  const start = async () => {
    const rest = queue.filter(({ state }) => state !== 'sending')
    const keys = new Set(rest.map(({ key }) => key))
    setQueue((all) => all.map((one) => (keys.has(one.key) ? { ...one, state: 'sending', sent: 0 } : one)))
    const outcomes: string[] = []
    const lane = async () => {
      for (let next = rest.shift(); next; next = rest.shift()) outcomes.push(await send(next))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    if (outcomes.includes('kept') && !outcomes.includes('failed')) toast.success(UPLOADED)
  }

  return {
    queue,
    add: (release, files) => setQueue((all) => [...all, ...files.map((file) => waiting(release, file))]),
    setVersion: (key, version) => patch(key, { version }),
    cancel: (key) => {
      cancelled.current.add(key)
      stops.current.get(key)?.abort()
      drop(key)
    },
    start: () => void start(),
  }
}
