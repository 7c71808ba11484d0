import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { threadsQuery } from '../threads/api.ts'
import { trialsQuery } from '../trials/api.ts'

/** A part that takes longer is not waited for. */
const LONGEST_MS = 1000

/**
 * Whether the parts that every screen of an agreement shows are still on their way: a screen that waits for them is
 * drawn once, where parts that come one after another push what is being read down.
 * @param id null where there is no agreement
 * @param isMoreLoading whether a part of the screen's own is on its way
 */
export function useAgreementParts(id: number | null, isMoreLoading: boolean): { isLoading: boolean } {
  const enabled = id !== null
  const parts = useQueries({
    queries: [
      { ...threadsQuery(id ?? 0), enabled },
      { ...trialsQuery(id ?? 0), enabled },
    ],
  })
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LONGEST_MS)
    return () => clearTimeout(timer)
  }, [])
  return { isLoading: !isLate && (isMoreLoading || parts.some(({ isLoading }) => isLoading)) }
}
