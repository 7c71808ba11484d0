import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

const listen = (onChange: () => void) => {
  // The page is laid out for printing as soon as the event is over.
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

/** Returns whether the screen is being printed, because paper cannot be scrolled. */
export const usePrinting = () => useSyncExternalStore(listen, () => isPrinting)
