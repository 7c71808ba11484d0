import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { waitingCountQuery } from './api.ts'

/** How much waits, as far as the shell has asked: a page by itself asks for nothing. */
export const useWaitingKnown = () => useQuery({ ...waitingCountQuery, enabled: false }).data

const ICON = '/icon.svg'
const ICON_WAITING = '/icon-waiting.svg'

/** Asks how much waits as long as somebody is signed in, and says it by the window's icon. */
export function useWaitingMark(): void {
  const { data } = useQuery(waitingCountQuery)
  const waits = (data?.total ?? 0) > 0
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon) return undefined
    icon.href = waits ? ICON_WAITING : ICON
    return () => void (icon.href = ICON)
  }, [waits])
}
