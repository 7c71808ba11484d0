import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { begunMention, fitting, isWritten, type MentionedPerson } from './mentions.ts'

const PICTURE = '￼'

/** What stands in the paragraph before the caret. */
function textBefore({ state }: Editor): string {
  const { $from, empty } = state.selection
  return empty ? $from.parent.textBetween(0, $from.parentOffset, undefined, PICTURE) : ''
}

/** The name in the place of what was begun. */
function put(editor: Editor, begun: string, { name }: MentionedPerson): void {
  const { from } = editor.state.selection
  const place = { from: from - begun.length - 1, to: from }
  editor.chain().focus().insertContentAt(place, `@${name} `).run()
}

/** A name that is being written after an @. */
interface Begun {
  text: string
  /** Which of those who fit it Enter takes. */
  chosen: number
}

/** Where the choice goes by a key; null where it is over, undefined for a key that is none of its business. */
function after(key: string, { text, chosen }: Begun, offered: number): Begun | null | undefined {
  if (key === 'ArrowDown') return { text, chosen: (chosen + 1) % offered }
  if (key === 'ArrowUp') return { text, chosen: (chosen + offered - 1) % offered }
  return key === 'Escape' || key === 'Enter' || key === 'Tab' ? null : undefined
}

/** Follows what is written after an @. @param people who can be named; nobody where left out */
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
    /** @returns whether the key was meant for the names */
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
