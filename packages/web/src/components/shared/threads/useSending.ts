import { threads, type FileInfo } from '@vypusk/contract'
import { useState } from 'react'
import { useFormRefusal } from '../../kit/feedback/useFormRefusal.ts'
import type { Attaching } from './place.ts'

interface Sending {
  files: readonly FileInfo[]
  attaching: Attaching
  /** Whether there is something to send. */
  isWritten: boolean
  /** @returns why it was refused */
  send: () => Promise<string | null>
  /** Forgets the draft. */
  drop: () => void
  onDone: () => void
}

/** Why it cannot be sent yet, where that is not obvious. */
const tooMany = (files: readonly FileInfo[]) =>
  files.length > threads.MAX_FILES ? `Не больше ${threads.MAX_FILES} файлов` : null

/** Sends a text with files: not before all files have arrived. A refusal is shown and keeps what was written. */
export function useSending({ files, attaching, isWritten, send, drop, onDone }: Sending) {
  const [isPending, setPending] = useState(false)
  const [refusal, showRefusal] = useFormRefusal()
  const isUnderWay = attaching.underWay.some(({ isBad }) => !isBad)
  const excess = tooMany(files)
  const canSend = isWritten && excess === null && !isUnderWay && !isPending
  /** Files that are still on their way would otherwise arrive in the next text that is written here. */
  const leave = () => {
    attaching.underWay.forEach(({ key }) => attaching.cancel(key))
    drop()
    onDone()
  }
  const submit = async () => {
    if (!canSend) return
    setPending(true)
    const refused = await send()
    setPending(false)
    showRefusal(refused)
    if (refused === null) leave()
  }
  return { canSend, isPending, wrong: excess ?? refusal, leave, submit }
}
