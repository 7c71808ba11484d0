import type { FileInfo } from '@vypusk/contract'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'
import { checkFile } from '../api.ts'
import { sumOf } from './file-sum.ts'

/** The progress and the result of checking a local file. */
export type Checked =
  | { kind: 'reading'; share: number }
  | { kind: 'asking' }
  | { kind: 'same' }
  | { kind: 'different'; size: number }
  | { kind: 'unreadable' }

/** Compares a local file with a published one. */
export function useFileCheck(publication: number, file: FileInfo) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { mutateAsync } = useChange({
    changes: ['publication'],
    mutationFn: (sha256: string) => checkFile(publication, { file_id: file.id, sha256 }),
    onError: notifyRefusal,
  })
  const start = async (own: File | null) => {
    if (!own) return
    running.current?.abort()
    // A file of another size cannot be the same, so it is not read.
    if (own.size !== file.size) return setChecked({ kind: 'different', size: own.size })
    const { signal } = (running.current = new AbortController())
    const onProgress = (done: number) => setChecked({ kind: 'reading', share: done / Math.max(own.size, 1) })
    onProgress(0)
    try {
      const sum = await sumOf(own, { onProgress, signal })
      setChecked({ kind: 'asking' })
      const { matches } = await mutateAsync(sum).catch(() => ({ matches: null }))
      setChecked(matches === null ? null : matches ? { kind: 'same' } : { kind: 'different', size: own.size })
    } catch {
      setChecked({ kind: 'unreadable' })
    }
  }
  return { checked, start }
}
