import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './RichText.module.css'

/** HTML written by people. The server cleans it when it is saved; it is cleaned again here, because it is shown here. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => DOMPurify.sanitize(html, { USE_PROFILES: { html: true } }), [html])
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: clean }} />
}
