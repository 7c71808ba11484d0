import type { AnyEndpoint } from '@vypusk/contract'
import { useState } from 'react'
import { newKey } from '../../../api/client.ts'
import type { CallInput } from '../../../api/client.ts'
import { download } from '../../../api/download.ts'
import { whenOverlaysReady } from '../feedback/showing.ts'
import { toast } from '../feedback/toast.tsx'
import { notifyRefusal } from '../feedback/refused.ts'

/** Downloads a file, showing the progress in a toast that can stop it. */
export function useDownload() {
  const [isRunning, setRunning] = useState(false)
  const run = async <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => {
    const stop = new AbortController()
    const id = newKey()
    const stopIt = () => stop.abort()
    whenOverlaysReady(({ showProgress }) => showProgress({ id, received: 0, total: null, stop: stopIt }))
    setRunning(true)
    try {
      const name = await download(endpoint, { ...input, signal: stop.signal }, (progress) => {
        whenOverlaysReady(({ showProgress }) => showProgress({ id, ...progress, stop: stopIt }))
      })
      toast.success(`Файл ${name} готов`)
    } catch (error) {
      if (!stop.signal.aborted) notifyRefusal(error)
    } finally {
      whenOverlaysReady(({ hideToast }) => hideToast(id))
      setRunning(false)
    }
  }
  return { run, isRunning }
}
