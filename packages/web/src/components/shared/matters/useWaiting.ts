import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { waitingCountQuery } from './api.ts'

/** Returns the count if the shell has fetched it; a page itself does not fetch it. */
export const useWaitingKnown = () => useQuery({ ...waitingCountQuery, enabled: false }).data

const ICON = '/icon.svg'
const ICON_WAITING = '/icon-waiting.svg'

/** Keeps the count up to date while somebody is signed in, and shows it by the window's icon. */
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
