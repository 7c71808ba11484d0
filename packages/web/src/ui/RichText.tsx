import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './RichText.module.css'

/** A table of many columns is as wide as it has to be and scrolls inside itself. */
function inFrame(table: HTMLTableElement): void {
  const frame = document.createElement('div')
  frame.className = classes.frame ?? ''
  frame.tabIndex = 0
  frame.role = 'group'
  frame.ariaLabel = 'Таблица'
  table.replaceWith(frame)
  frame.append(table)
}

/** What scrolls inside itself does so by keyboard as well. */
function shown(html: string): string {
  const whole = document.createElement('div')
  whole.append(DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, RETURN_DOM_FRAGMENT: true }))
  whole.querySelectorAll('table').forEach(inFrame)
  for (const lines of whole.querySelectorAll('pre')) lines.tabIndex = 0
  return whole.innerHTML
}

/** HTML written by people. The server cleans it when it is saved; it is cleaned again here, because it is shown here. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => shown(html), [html])
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: clean }} />
}
