import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { useUser } from '../../../api/account.ts'
import { registryAccessQuery } from '../../../api/registry-access.ts'
import { useKeys } from '../../../ui/useKeys.ts'
import { KEYS } from '../../kit/keys/keys.ts'
import { useKey } from '../../kit/keys/useKey.ts'
import { isCurrent, placesOf } from './navigation.ts'
import type { Place } from './navigation.ts'

export function usePlaces(): (Place & { current: boolean })[] {
  const router = useRouter()
  const user = useUser()
  const { data: access } = useQuery(registryAccessQuery)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const exists = (path: string) => path in router.routesByPath
  return placesOf({ ...user, canEnterRegistry: access?.canEnterRegistry ?? false }, exists).map((place) => ({
    ...place,
    current: isCurrent(place.path, pathname),
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
