import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

const listen = (onChange: () => void) => {
  // The paper is laid out as soon as the event is over.
  const setPrinting = (next: boolean) => () => {
    isPrinting = next
    flushSync(onChange)
  }
  const [before, after] = [setPrinting(true), setPrinting(false)]
  addEventListener('beforeprint', before)
  addEventListener('afterprint', after)
  return () => {
    removeEventListener('beforeprint', before)
    removeEventListener('afterprint', after)
  }
}

/** Whether the screen is being put on paper, which cannot be scrolled. */
export const usePrinting = () => useSyncExternalStore(listen, () => isPrinting)
