import { useEffect } from 'react'
import type { RefObject } from 'react'
import { useIsPhone } from '../../../../ui/useIsPhone.ts'
import { keepOneTabStop } from '../../fields/one-tab-stop.ts'

const isOfWidth = ({ key, shiftKey }: KeyboardEvent) =>
  (shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) || key === 'Delete'

/** Passes the key on to the edge of the column whose heading has the focus (Resizer.tsx). */
function resize(event: KeyboardEvent): void {
  const heading = event.target
  if (!(heading instanceof HTMLButtonElement) || !isOfWidth(event)) return
  event.preventDefault()
  heading.parentElement
    ?.querySelector('[role=separator]')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }))
}

/** Makes the headings of a list one stop of Tab, with arrows between them; Shift and an arrow change a width. */
export function useHeadKeys(scroll: RefObject<HTMLElement | null>): void {
  const isPhone = useIsPhone()
  useEffect(() => {
    // On a phone there are cards instead.
    const head = isPhone ? null : scroll.current?.querySelector('thead')
    if (!head) return undefined
    const end = keepOneTabStop(head, 'button, input')
    head.addEventListener('keydown', resize)
    return () => {
      end()
      head.removeEventListener('keydown', resize)
    }
  }, [scroll, isPhone])
}
