import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { threadsQuery } from '../threads/api.ts'
import { trialsQuery } from '../trials/api.ts'

/** Parts that take longer than this are not waited for. */
const LONGEST_MS = 1000

/**
 * Returns whether the parts that every screen of an agreement shows are still loading. A screen that waits for them is
 * drawn once; parts that arrive one after another would push down what is being read. A screen that has been shown
 * stays: what it shows asks again for a part that has failed, and hiding it meanwhile would ask without end.
 * @param id null when there is no agreement, undefined as long as that is not known
 * @param isMoreLoading whether a part specific to the screen is loading
 */
export function useAgreementParts(id: number | null | undefined, isMoreLoading: boolean): { isLoading: boolean } {
  const enabled = typeof id === 'number'
  const parts = useQueries({
    queries: [
      { ...threadsQuery(id ?? 0), enabled },
      { ...trialsQuery(id ?? 0), enabled },
    ],
  })
  const [isLate, setLate] = useState(false)
  const [wasShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LONGEST_MS)
    return () => clearTimeout(timer)
  }, [])
  const isLoading = id === undefined || (!isLate && (isMoreLoading || parts.some((part) => part.isLoading)))
  if (!isLoading && !wasShown) setShown(true)
  return { isLoading: isLoading && !wasShown }
}
