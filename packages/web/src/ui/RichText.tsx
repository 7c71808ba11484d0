import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './RichText.module.css'

/** Wraps a table, so that a table with many columns scrolls within its own frame. */
function inFrame(table: HTMLTableElement): void {
  const frame = document.createElement('div')
  frame.className = classes.frame ?? ''
  frame.tabIndex = 0
  frame.role = 'group'
  frame.ariaLabel = 'Таблица'
  table.replaceWith(frame)
  frame.append(table)
}

/** Highlights the names that follow an @ in the text. */
function markNames(whole: Element, names: readonly string[]): void {
  const walker = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const name of names) {
    for (const text of texts) {
      const at = text.data.indexOf(`@${name}`)
      if (at < 0) continue
      const found = text.splitText(at)
      texts.push(found.splitText(name.length + 1))
      const mark = document.createElement('span')
      mark.className = classes.mention ?? ''
      found.replaceWith(mark)
      mark.append(found)
    }
  }
}

/** Returns the HTML to show. Elements that scroll can be focused, so that they scroll by keyboard as well. */
function shown(html: string, names: readonly string[]): string {
  const whole = document.createElement('div')
  whole.append(DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, RETURN_DOM_FRAGMENT: true }))
  whole.querySelectorAll('table').forEach(inFrame)
  for (const lines of whole.querySelectorAll('pre')) lines.tabIndex = 0
  markNames(whole, names)
  return whole.innerHTML
}

interface RichTextProps {
  html: string
  /** The people mentioned with @. */
  names?: readonly string[]
}

const NOBODY: readonly string[] = []

/**
 * Shows HTML written by people. The server sanitizes it when it is saved; it is sanitized again here, where it is
 * shown.
 */
export function RichText({ html, names = NOBODY }: RichTextProps) {
  const clean = useMemo(() => shown(html, names), [html, names])
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: clean }} />
}
