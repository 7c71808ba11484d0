import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { useUser } from '../../../api/account.ts'
import { registryAccessQuery } from '../../../api/registry-access.ts'
import { useKeys } from '../../../ui/useKeys.ts'
import { KEYS } from '../../kit/keys/keys.ts'
import { paths } from '../../../paths.ts'
import { waitingBadge } from '../matters/texts.ts'
import { useWaitingKnown } from '../matters/useWaiting.ts'
import { useKey } from '../../kit/keys/useKey.ts'
import { isCurrent, placesOf } from './navigation.ts'
import type { Place } from './navigation.ts'

/** A place as the rail shows it; `mark` is how much waits there. */
export interface ShownPlace extends Place {
  current: boolean
  mark: string | null
}

export function usePlaces(): ShownPlace[] {
  const router = useRouter()
  const user = useUser()
  const { data: access } = useQuery(registryAccessQuery)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const counted = useWaitingKnown()
  const exists = (path: string) => path in router.routesByPath
  return placesOf({ ...user, canEnterRegistry: access?.canEnterRegistry ?? false }, exists).map((place) => ({
    ...place,
    current: isCurrent(place.path, pathname),
    mark: place.path === paths.waiting ? waitingBadge(counted) : null,
  }))
}

const SECOND_KEY_WITHIN = 1500

/** `g`, then the letter of a place. */
export function usePlaceKeys(places: Place[]): void {
  const router = useRouter()
  const pressed = useRef(0)
  const go = (path: string, event: KeyboardEvent) => {
    if (pressed.current > 0 && event.timeStamp - pressed.current < SECOND_KEY_WITHIN) router.history.push(path)
    pressed.current = 0
  }
  useKey(KEYS.go, (event) => {
    pressed.current = event.timeStamp
  })
  useKeys(Object.fromEntries(places.map(({ key, path }) => [key, (event: KeyboardEvent) => go(path, event)])))
}
