import { useState } from 'react'
import type { AttachProps, Attaching } from '../../../components/shared/threads/place.ts'
import { sendLinkedFile } from '../linked.ts'

type UnderWay = Attaching['underWay'][number] & { stop: AbortController }

/** Uploads files by a letter's link; they are small, so each is sent in one piece. */
export const attachBy = (token: string) =>
  function LinkAttach({ onFile, children }: AttachProps) {
    const [underWay, setUnderWay] = useState<readonly UnderWay[]>([])
    const drop = (key: string) => setUnderWay((all) => all.filter((one) => one.key !== key))
    const send = async (file: File) => {
      const key = `${file.name} ${performance.now()}`
      const stop = new AbortController()
      setUnderWay((all) => [...all, { key, name: file.name, status: 'загружается', isBad: false, stop }])
      try {
        const uploaded = await sendLinkedFile(token, file, stop.signal)
        // It may have been cancelled while its reply was on the way.
        if (!stop.signal.aborted) onFile(uploaded)
        drop(key)
      } catch (error) {
        const status = (error as Error).message
        setUnderWay((all) => all.map((one) => (one.key === key ? { ...one, status, isBad: true } : one)))
      }
    }
    const cancel = (key: string) => {
      underWay.find((one) => one.key === key)?.stop.abort()
      drop(key)
    }
    return children({ underWay, add: (files) => files.forEach((file) => void send(file)), cancel })
  }
