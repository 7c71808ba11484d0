import { useSyncExternalStore } from 'react'

const follow = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
const isVisible = () => document.visibilityState === 'visible'

/** Whether the tab can be looked at: false while it is in the background. Unlike Mantine's, it is right from the start. */
export const useIsVisible = (): boolean => useSyncExternalStore(follow, isVisible)
