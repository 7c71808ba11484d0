import { useEffect, useEffectEvent, useRef } from 'react'

interface Enter {
  press: (inNewTab: boolean) => void
  /** Something else was typed: what Enter meant is no more. */
  drop: () => void
}

/** Enter pressed before the answer is here waits for it: what stood in the list before was found by other words. */
export function useEnter(isFresh: boolean, pick: (inNewTab: boolean) => void): Enter {
  const waiting = useRef<{ inNewTab: boolean } | null>(null)
  const answer = useEffectEvent(() => {
    if (waiting.current) pick(waiting.current.inNewTab)
    waiting.current = null
  })
  useEffect(() => {
    if (isFresh) answer()
  }, [isFresh])
  return {
    press: (inNewTab) => {
      if (isFresh) pick(inNewTab)
      else waiting.current = { inNewTab }
    },
    drop: () => {
      waiting.current = null
    },
  }
}
