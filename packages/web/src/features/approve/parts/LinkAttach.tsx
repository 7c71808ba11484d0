import { useState } from 'react'
import type { AttachProps, Attaching } from '../../../components/shared/threads/place.ts'
import { sendLinkedFile } from '../linked.ts'

type UnderWay = Attaching['underWay'][number]

const FAILED = 'Файл не загрузился. Проверьте связь и выберите его ещё раз'

/** Uploads files by a letter's link; they are small, so each is sent in one piece. */
export const attachBy = (token: string) =>
  function LinkAttach({ onFile, children }: AttachProps) {
    const [underWay, setUnderWay] = useState<readonly UnderWay[]>([])
    const drop = (key: string) => setUnderWay((all) => all.filter((one) => one.key !== key))
    const send = async (file: File) => {
      const key = `${file.name} ${performance.now()}`
      setUnderWay((all) => [...all, { key, name: file.name, status: 'загружается', isBad: false }])
      try {
        onFile(await sendLinkedFile(token, file))
        drop(key)
      } catch (error) {
        const message = error instanceof Error && !(error instanceof TypeError) ? error.message : FAILED
        setUnderWay((all) => all.map((one) => (one.key === key ? { ...one, status: message, isBad: true } : one)))
      }
    }
    return children({ underWay, add: (files) => files.forEach((file) => void send(file)), cancel: drop })
  }
