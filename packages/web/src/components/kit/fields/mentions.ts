/** People mentioned with @ in a text. Pure. */

export interface MentionedPerson {
  id: number
  name: string
}

const BEGUN = /@([\p{L}. -]{0,60})$/u

/** Returns what has been typed after the last @ before the caret; null when no mention is being typed. */
export const begunMention = (text: string, caret: number): string | null =>
  BEGUN.exec(text.slice(0, caret))?.[1] ?? null

/** Checks whether the mention is complete: a full name followed by a space. */
export const isWritten = (begun: string, people: readonly MentionedPerson[]): boolean =>
  people.some(({ name }) => begun.startsWith(`${name} `))

/** Replaces the unfinished mention by the name. */
export function completeMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const before = text.slice(0, caret).replace(BEGUN, `@${name} `)
  return { text: before + text.slice(caret), caret: before.length }
}

/** Returns the ids of the people mentioned in the text. */
export const mentionedIn = (text: string, people: readonly MentionedPerson[]): number[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)

/** Returns the people who match the unfinished mention, by any word of their name. */
export function fitting<Person extends MentionedPerson>(people: readonly Person[], begun: string): Person[] {
  const sought = begun.trim().toLowerCase()
  return people.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${sought}`)).slice(0, 8)
}

export interface Piece {
  text: string
  isMention: boolean
  /** Its position in the text: the key in a list. */
  at: number
}

/** Splits a text into pieces, separating the mentions. */
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
