import { useEffect, useEffectEvent, useRef } from 'react'

interface Enter {
  press: (inNewTab: boolean) => void
  /** Cancels a waiting Enter, because something else has been typed. */
  drop: () => void
}

/** Enter pressed before the results arrive waits for them, because the list still shows the results of another text. */
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
