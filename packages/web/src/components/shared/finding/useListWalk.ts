import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { KEYS, on } from '../../kit/keys/keys.ts'
import type { Option, Section } from './sections.ts'

/** The current line of the list, and its keys: ↑ ↓ go to the next line, Tab to the next group. */
export interface ListWalk {
  active: number
  point: (index: number) => void
  /** @returns whether the key was handled */
  walk: (event: KeyboardEvent) => boolean
}

/** Index of the first option of each section. */
const startsOf = (sections: Section[]): number[] =>
  sections.map((_, at) => sections.slice(0, at).reduce((sum, { options }) => sum + options.length, 0))

export function groupStep(sections: Section[], active: number, back: boolean): number {
  const starts = startsOf(sections)
  const here = starts.findLastIndex((start) => start <= active)
  return starts.at((here + (back ? -1 : 1)) % starts.length) ?? 0
}

/** @param key what the list is for: when it changes, the first line becomes the current one */
export function useListWalk(sections: Section[], options: Option[], key: string): ListWalk {
  const [place, setPlace] = useState({ key, at: 0 })
  const active = place.key === key ? Math.min(place.at, Math.max(0, options.length - 1)) : 0
  const point = (at: number) => setPlace({ key, at })
  const steps: Record<string, (event: KeyboardEvent) => number> = {
    ...on(KEYS.next, () => (active + 1) % options.length),
    ...on(KEYS.previous, () => (active - 1 + options.length) % options.length),
    ...on(KEYS.nextGroup, ({ shiftKey }: KeyboardEvent) => groupStep(sections, active, shiftKey)),
  }
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.code]
    if (!step || options.length === 0) return false
    event.preventDefault()
    point(step(event))
    return true
  }
  return { active, point, walk }
}
