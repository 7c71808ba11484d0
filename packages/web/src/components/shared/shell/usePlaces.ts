import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useUser } from '../../../api/account.ts'
import { registryAccessQuery } from '../../../api/registry-access.ts'
import { FIRST_KEY, useKeys } from '../../../ui/useKeys.ts'
import { paths } from '../../../paths.ts'
import { waitingBadge } from '../matters/texts.ts'
import { useWaitingKnown } from '../matters/useWaiting.ts'
import { isCurrent, placesOf } from './navigation.ts'
import type { Place } from './navigation.ts'

/** A place as the rail shows it; `mark` is the number of matters waiting there. */
export interface ShownPlace extends Place {
  current: boolean
  mark: string | null
}

export function usePlaces(): ShownPlace[] {
  const router = useRouter()
  const user = useUser()
  const canEnterRegistry = useQuery(registryAccessQuery).data?.canEnterRegistry ?? false
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const waits = waitingBadge(useWaitingKnown())
  return useMemo(() => {
    const exists = (path: string) => path in router.routesByPath
    return placesOf({ ...user, canEnterRegistry }, exists).map((place) => ({
      ...place,
      current: isCurrent(place.path, pathname),
      mark: place.path === paths.waiting ? waits : null,
    }))
  }, [router, user, canEnterRegistry, pathname, waits])
}

/** Handles `g` followed by the letter of a place. */
export function usePlaceKeys(places: Place[]): void {
  const { history } = useRouter()
  useKeys(Object.fromEntries(places.map(({ key, path }) => [`${FIRST_KEY} ${key}`, () => history.push(path)])))
}
