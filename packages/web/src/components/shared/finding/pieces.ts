export interface Piece {
  text: string
  /** Its position in the text. */
  at: number
  isFound: boolean
}

/** Folds text as the server does when comparing: lower case, ё as е. The length stays the same. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

export const wordsOf = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean)

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Splits the text into pieces, marking those that match. */
export function piecesOf(text: string, words: string[]): Piece[] {
  if (words.length === 0) return [{ text, at: 0, isFound: false }]
  const marks = new RegExp(words.map(escaped).join('|'), 'g')
  const pieces: Piece[] = []
  let from = 0
  for (const { index, 0: word } of fold(text).matchAll(marks)) {
    if (index > from) pieces.push({ text: text.slice(from, index), at: from, isFound: false })
    pieces.push({ text: text.slice(index, index + word.length), at: index, isFound: true })
    from = index + word.length
  }
  return from < text.length ? [...pieces, { text: text.slice(from), at: from, isFound: false }] : pieces
}

/** Checks whether every word is the beginning of a word of the text; used to find actions. */
export const beginsAll = (text: string, words: string[]): boolean => {
  const own = fold(text).split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => own.some((each) => each.startsWith(word)))
}
