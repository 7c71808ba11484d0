import type { FileInfo } from '@vypusk/contract'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { sendAttachment } from './creation.ts'

/** A file on its way to the server, or one that did not get there. */
export interface Sending {
  key: number
  name: string
  /** Share of the bytes that have left, 0…1. */
  sent: number
  /** Why it failed; null while it is going. */
  message: string | null
}

let nextKey = 1

/**
 * Sends files as soon as they are chosen or pasted; leaving the screen stops them.
 * @param onKept told of each file the server has
 */
export function useAttachments(onKept: (file: FileInfo) => void) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const stops = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const running = stops.current
    return () => running.forEach((stop) => stop.abort())
  }, [])

  const drop = (key: number) => setSending((all) => all.filter((one) => one.key !== key))
  const patch = (key: number, change: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))

  const send = async (file: File) => {
    const key = nextKey++
    const stop = new AbortController()
    stops.current.set(key, stop)
    setSending((all) => [...all, { key, name: file.name, sent: 0, message: null }])
    try {
      const onProgress = (sent: number, total: number) => patch(key, { sent: total > 0 ? sent / total : 0 })
      onKept(await sendAttachment(file, { signal: stop.signal, onProgress }))
      drop(key)
    } catch (error) {
      if (!stop.signal.aborted) patch(key, { message: sentenceOf(error) })
    } finally {
      stops.current.delete(key)
    }
  }

  return {
    sending,
    add: (files: readonly File[]) => files.forEach((file) => void send(file)),
    cancel: (key: number) => (stops.current.get(key)?.abort(), drop(key)),
  }
}
