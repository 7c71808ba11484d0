import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import { KEYS, isKey } from '../keys/keys.ts'
import { useKey } from '../keys/useKey.ts'
import { LONGEST_SEARCH } from '../list-state/codecs.ts'
import { isFocusFree } from '../places/keep-places.ts'
import classes from './FilterBar.module.css'

const WAIT = 250

interface SearchBoxProps {
  value: string
  placeholder: string
  onChange: (value: string) => void
}

/** Focuses the row or cell that last had the focus in the list. */
function enterRows(event: Pick<KeyboardEvent, 'preventDefault'>): void {
  const find = (which: string) => document.querySelector<HTMLElement>(`[role=grid] tbody ${which}`)
  const row = find('[tabindex="0"]') ?? find('[data-index]')
  if (!row) return
  event.preventDefault()
  row.focus()
}

/**
 * What is typed, and asked after a short pause. It follows `value` only when that was changed from outside: by the back
 * button, a quick set or a colleague's link. What the box itself asked comes back without the spaces around it, and while
 * typing goes on.
 */
function useTyped({ value, onChange }: Pick<SearchBoxProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useState(value)
  /** What was asked and has not come back yet, the earliest first. */
  const asked = useRef<string[]>([])
  const ask = useDebouncedCallback((text: string) => {
    asked.current.push(text)
    onChange(text)
  }, WAIT)
  useLayoutEffect(() => {
    const at = asked.current.indexOf(value)
    asked.current = at === -1 ? [] : asked.current.slice(at + 1)
    if (at !== -1) return
    ask.cancel()
    setTyped(value)
  }, [value, ask])
  const type = (next: string) => {
    setTyped(next)
    ask(next.trim())
  }
  return { typed, type, flush: () => ask.flush() }
}

/** The longest hint, in letters, that the usual box shows whole. */
const MOST_SHORT = 21

/**
 * The list's search: `/` focuses it, ↓ goes to the rows, Esc empties it; a search is made after a short pause in
 * typing.
 */
export function SearchBox({ value, placeholder, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const { typed, type, flush } = useTyped({ value, onChange })
  useKey(KEYS.search, (event) => (event.preventDefault(), input.current?.select()))
  // On a page that was just opened nothing has the focus; ↓ then goes to the rows without passing every filter.
  useKey(KEYS.next, (event) => isFocusFree() && enterRows(event))
  return (
    <TextInput
      ref={input}
      type="search"
      size="xs"
      className={placeholder.length > MOST_SHORT ? classes.long : classes.search}
      classNames={{ input: classes.searchInput }}
      aria-label={placeholder}
      placeholder={placeholder}
      maxLength={LONGEST_SEARCH}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isKey(event, KEYS.open)) flush()
        if (isKey(event, KEYS.next)) enterRows(event)
        if (!isKey(event, KEYS.leave)) return
        type('')
        event.currentTarget.blur()
      }}
      rightSection={
        typed ? (
          <CloseButton size="xs" aria-label="Очистить поиск" onClick={() => type('')} />
        ) : (
          <kbd>{KEYS.search.shown}</kbd>
        )
      }
    />
  )
}
