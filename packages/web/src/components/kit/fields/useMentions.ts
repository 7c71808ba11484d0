import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { begunMention, fitting, isWritten, type MentionedPerson } from './mentions.ts'

const PICTURE = '￼'

/** The text of the paragraph before the caret. */
function textBefore({ state }: Editor): string {
  const { $from, empty } = state.selection
  return empty ? $from.parent.textBetween(0, $from.parentOffset, undefined, PICTURE) : ''
}

/** Replaces the unfinished mention by the name. */
function put(editor: Editor, begun: string, { name }: MentionedPerson): void {
  const { from } = editor.state.selection
  const place = { from: from - begun.length - 1, to: from }
  editor.chain().focus().insertContentAt(place, `@${name} `).run()
}

/** A mention that is being typed after an @. */
interface Begun {
  text: string
  /** Which of the matching people Enter takes. */
  chosen: number
}

/** The mention after a key is pressed; null when it is finished, undefined when the key does not concern it. */
function after(key: string, { text, chosen }: Begun, offered: number): Begun | null | undefined {
  if (key === 'ArrowDown') return { text, chosen: (chosen + 1) % offered }
  if (key === 'ArrowUp') return { text, chosen: (chosen + offered - 1) % offered }
  return key === 'Escape' || key === 'Enter' || key === 'Tab' ? null : undefined
}

/**
 * Follows the mention being typed after an @.
 * @param people the people who can be mentioned; none when left out
 */
export function useMentions(people: readonly MentionedPerson[] = []) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const offered = begun ? fitting(people, begun.text) : []
  const take = (person: MentionedPerson, editor: Editor) => {
    setBegun(null)
    if (begun) put(editor, begun.text, person)
  }
  return {
    offered,
    chosen: begun?.chosen ?? 0,
    take,
    leave: () => setBegun(null),
    look: (editor: Editor) => {
      if (people.length === 0) return
      const before = textBefore(editor)
      const found = begunMention(before, before.length)
      const text = found === null || isWritten(found, people) ? null : found
      if (text !== (begun?.text ?? null)) setBegun(text === null ? null : { text, chosen: 0 })
    },
    /** @returns whether the key was meant for the list of names */
    onKeyDown: (event: KeyboardEvent, editor: Editor | null): boolean => {
      const person = offered[begun?.chosen ?? 0]
      const next = begun && person && after(event.key, begun, offered.length)
      if (next === undefined || !person || !editor) return false
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Enter' || event.key === 'Tab') take(person, editor)
      else setBegun(next)
      return true
    },
  }
}

export type Naming = ReturnType<typeof useMentions>
