import { useState } from 'react'
import type { FocusEvent } from 'react'

/** The number that an element around the focused one has been given; −1 when there is none. */
const numberAround = (target: Element, name: 'row' | 'column') =>
  Number(target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] ?? -1)

/** Which row and column have the focus: they stay drawn, or the focus would be lost with them. */
export function useHeld() {
  const [held, setHeld] = useState({ row: -1, column: -1 })
  const onFocus = ({ target }: FocusEvent) =>
    setHeld({ row: numberAround(target, 'row'), column: numberAround(target, 'column') })
  return { held, onFocus }
}
