import { useCallback, useEffect, useRef } from 'react'

/**
 * Asks, when a reply arrives, whether the component is still on the screen: a dialog that was closed meanwhile cannot
 * show a refusal, and must not close another one that has been opened since.
 */
export function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(() => isShown.current, [])
}
