import { useDebouncedCallback } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { ofPerson } from '../../../api/session.ts'

const WAIT = 400

export interface Draft<Values> {
  /** What was typed before a reload or an ended session; null when there is nothing. */
  found: Values | null
  keep: (values: Values) => void
  drop: () => void
}

const storeOf = <Values>(key: string) => ofPerson<Values>(`draft.${key}`)

/** What the browser keeps under the name, for a screen that decides by it which draft its form continues. */
export const draftIn = (key: string): unknown => storeOf<unknown>(key).read()

/**
 * Keeps what is typed in the browser until it is saved.
 * @param key what it belongs to: `release.5`, `release.0`
 */
export function useDraft<Values>(key: string): Draft<Values> {
  // Created once for the form, so that what is stored as the session ends, or as another thing takes the form's place,
  // still belongs to its person and its thing.
  const [store] = useState(() => storeOf<Values>(key))
  const [found, setFound] = useState(() => store.read())
  const keep = useDebouncedCallback((values: Values) => store.write(values), { delay: WAIT, flushOnUnmount: true })
  // A reload, or leaving the screen, may take less time than the delay.
  useEffect(() => {
    const flush = () => keep.flush()
    addEventListener('pagehide', flush)
    return () => removeEventListener('pagehide', flush)
  }, [keep])
  const drop = useCallback(() => {
    keep.cancel()
    store.write(null)
    setFound(null)
  }, [keep, store])
  return { found, keep, drop }
}
