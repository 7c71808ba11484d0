/** People named by @ in a text. Pure. */

export interface MentionedPerson {
  id: number
  name: string
}

const BEGUN = /@([\p{L}. -]{0,60})$/u

/** What is being typed after the last @ before the caret; null when nothing is. */
export const begunMention = (text: string, caret: number): string | null =>
  BEGUN.exec(text.slice(0, caret))?.[1] ?? null

/** A whole name with a space after it is written to its end. */
export const isWritten = (begun: string, people: readonly MentionedPerson[]): boolean =>
  people.some(({ name }) => begun.startsWith(`${name} `))

/** The text with the name in the place of what was begun. */
export function completeMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const before = text.slice(0, caret).replace(BEGUN, `@${name} `)
  return { text: before + text.slice(caret), caret: before.length }
}

/** Those whose names stand after an @. */
export const mentionedIn = (text: string, people: readonly MentionedPerson[]): number[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)

/** Who fits what was begun: by any word of the name. */
export function fitting<Person extends MentionedPerson>(people: readonly Person[], begun: string): Person[] {
  const sought = begun.trim().toLowerCase()
  return people.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${sought}`)).slice(0, 8)
}

export interface Piece {
  text: string
  isMention: boolean
  /** Where it begins: the key of a list. */
  at: number
}

/** A text in pieces, mentions apart. */
export function withMentions(text: string, people: readonly MentionedPerson[]): Piece[] {
  const names = people.map(({ name }) => `@${name}`)
  const pieces: Piece[] = []
  let at = 0
  while (at < text.length) {
    const next = names.map((name) => ({ name, place: text.indexOf(name, at) })).filter(({ place }) => place >= 0)
    const first = next.toSorted((a, b) => a.place - b.place)[0]
    const end = first?.place ?? text.length
    if (end > at) pieces.push({ text: text.slice(at, end), isMention: false, at })
    if (first) pieces.push({ text: first.name, isMention: true, at: end })
    at = end + (first?.name.length ?? 0)
  }
  return pieces
}
