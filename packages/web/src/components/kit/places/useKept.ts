import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { entryOf, ROUTER_KEY, writableEntry } from './positions.ts'

/**
 * A state that is restored when somebody goes back, such as the marked rows or the focused one.
 * @param name distinguishes it from the other states of the screen
 */
export function useKept<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const key = useRouterState({ select: ({ location }) => location.state[ROUTER_KEY] ?? '' })
  const [value, setValue] = useState(() => (entryOf(key)?.values[name] as Value | undefined) ?? initial)
  useEffect(() => {
    if (value !== initial || entryOf(key)?.values[name] !== undefined) writableEntry(key).values[name] = value
    // The initial value is that of the first render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, name, value])
  return [value, setValue]
}
