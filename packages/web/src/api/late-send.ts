import { useCallback, useEffect, useRef } from 'react'

const SEND_AFTER = 800

/**
 * Sends only the last of several quick changes, a moment later, or at once when the page is left. Failures are ignored:
 * losing a column's width is no reason to interrupt, and the next change sends everything again.
 */
export function useLateSend<Value>(send: (value: Value) => Promise<unknown>): (value: Value) => void {
  const waiting = useRef<{ timer: number; send: () => void } | null>(null)
  const current = useRef(send)
  useEffect(() => {
    current.current = send
  })

  useEffect(() => {
    const sendNow = () => {
      if (!waiting.current) return
      clearTimeout(waiting.current.timer)
      waiting.current.send()
    }
    addEventListener('pagehide', sendNow)
    return () => {
      removeEventListener('pagehide', sendNow)
      sendNow()
    }
  }, [])

  return useCallback((value) => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    const sendIt = () => {
      waiting.current = null
      current.current(value).catch(() => {})
    }
    waiting.current = { timer: window.setTimeout(sendIt, SEND_AFTER), send: sendIt }
  }, [])
}
