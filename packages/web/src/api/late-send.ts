import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

const SEND_AFTER = 800

/**
 * Sends only the last of several quick changes, a moment later, or at once when the page is left. Failures are ignored:
 * losing a column's width is no reason to interrupt, and the next change sends everything again.
 */
function useLateSend<Value>(send: (value: Value) => Promise<unknown>): (value: Value) => void {
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

interface LateSave<Value> {
  /** What this browser shows already and has not saved yet, by name; the query puts it in place of what it is answered. */
  unsaved: Map<string, Value>
  name: string
  /** The query that shows it. */
  queryKey: QueryKey
  send: (value: Value) => Promise<unknown>
}

/**
 * Saves late what a query shows at once. Its answer may come meanwhile, because another window has changed something:
 * that does not take back what is still to be saved here.
 */
export function useLateSave<Value>({ unsaved, name, queryKey, send }: LateSave<Value>): (value: Value) => void {
  const client = useQueryClient()
  const sendLate = useLateSend((value: Value) =>
    send(value).finally(() => {
      if (unsaved.get(name) === value) unsaved.delete(name)
      // What is being read may have been read before.
      const isBeingRead = client.getQueryState(queryKey)?.fetchStatus === 'fetching'
      if (isBeingRead) void client.invalidateQueries({ queryKey, exact: true })
    }),
  )
  return useCallback(
    (value) => {
      unsaved.set(name, value)
      sendLate(value)
    },
    [unsaved, name, sendLate],
  )
}
