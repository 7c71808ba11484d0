import { useInsertionEffect, useRef, useState } from 'react'

/**
 * Returns functions that are the same at every render and call those of the last one: for memoized components, which
 * would otherwise be drawn again, and for listeners that are set up once.
 * @param handlers the functions of this render; their names must not change
 */
export function useStableHandlers<Handlers extends { [Name in keyof Handlers]: (...input: never[]) => unknown }>(
  handlers: Handlers,
): Handlers {
  const latest = useRef(handlers)
  // Precedes every other effect, which may call them already.
  useInsertionEffect(() => {
    latest.current = handlers
  })
  const [stable] = useState(() => {
    const names = Object.keys(handlers) as (keyof Handlers)[]
    const calls = names.map((name) => [name, (...input: never[]) => latest.current[name](...input)])
    return Object.fromEntries(calls) as Handlers
  })
  return stable
}
