import { Tooltip } from '@mantine/core'
import { useEffect, useReducer, useState } from 'react'
import classes from './Hints.module.css'

/** How long the pointer rests on an element before its hint is shown, in ms. */
const REST_MS = 400

const HINT = 'data-hint'
/** `right` when there is no room above. */
const SIDE = 'data-hint-side'
const OPEN = 'aria-expanded'

const hinted = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(`[${HINT}]`) : null

/** Follows the pointer and the focus; returns the element whose hint is to be shown. */
function useHinted(): Element | null {
  const [shown, show] = useState<Element | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    let pointed: Element | null = null
    let timer = 0
    const showNow = (element: Element | null) => {
      clearTimeout(timer)
      show(element)
    }
    const hide = () => showNow(null)
    const point = (element: Element | null) => {
      if (element === pointed) return
      pointed = element
      hide()
      if (element) timer = window.setTimeout(() => showNow(element), REST_MS)
    }
    const on = <Kind extends keyof DocumentEventMap>(kind: Kind, run: (event: DocumentEventMap[Kind]) => void) =>
      document.addEventListener(kind, run, { capture: true, passive: true, signal: stop.signal })
    on('pointerover', ({ target, pointerType }) => point(pointerType === 'mouse' ? hinted(target) : null))
    on('pointerout', ({ relatedTarget }) => relatedTarget === null && point(null))
    // The tooltip of the pressed button would cover what it opens.
    on('pointerdown', hide)
    // A finger rests on nothing: whoever presses a button that cannot be used is told why.
    on('click', ({ target }) => {
      const element = hinted(target)
      if (element?.matches('[aria-disabled=true]')) showNow(element)
    })
    const focus = (target: EventTarget | null) => {
      if (target instanceof Element && target.matches(':focus-visible')) showNow(hinted(target))
    }
    on('focusin', ({ target }) => focus(target))
    on('focusout', hide)
    on('keydown', ({ key }) => key === 'Escape' && hide())
    // Hints are loaded after the first screen, which may have been used by then.
    focus(document.activeElement)
    return () => (clearTimeout(timer), stop.abort())
  }, [])
  return shown
}

/** Renders again when the element is removed, renamed, or opens something. */
function useWatched(element: Element | null): void {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (!element) return undefined
    const observer = new MutationObserver(renderAgain)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: [HINT, OPEN] })
    return () => observer.disconnect()
  }, [element])
}

/**
 * The tooltip of whatever has `data-hint`, which is also its accessible name. There is one for the whole page: a list has
 * hundreds of such elements, and a tooltip of its own for each of them took longer to make than the elements themselves.
 * While what an element opens is open, it has none.
 */
export function Hints() {
  const element = useHinted()
  useWatched(element)
  const label = element?.isConnected && element.getAttribute(OPEN) !== 'true' ? element.getAttribute(HINT) : null
  return element && label ? (
    <Tooltip
      key={label}
      target={element as HTMLElement}
      opened
      label={label}
      position={element.getAttribute(SIDE) === 'right' ? 'right' : 'top'}
      className={classes.hint}
    />
  ) : null
}
