import type { finding } from '@vypusk/contract'

const LARGEST_ID = 2_147_483_647
const MOST_WORDS = 6

/** The number a search may mean: «48213», «№ 48213», «#48213». */
export function numberIn(search: string): number | null {
  const digits = /^[№#]?\s*(\d{1,10})$/.exec(search.trim())?.[1]
  const number = Number(digits ?? 0)
  return number > 0 && number <= LARGEST_ID ? number : null
}

/** What has to stand in a thing, in any order; a sign before a number is not looked for. */
export const wordsIn = (search: string): string[] => {
  const number = numberIn(search)
  return number ? [String(number)] : [...new Set(search.split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)
}

/** Companies and people have numbers nobody knows. */
const NUMBERED = new Set<finding.Kind>(['request', 'release', 'agreement', 'publication'])

interface Candidates {
  kind: finding.Kind
  number: number | null
  /** Of those the person lately had to do with: the ones that hold the words, the latest first. */
  recent: number[]
  newest: number[]
}

/** The order of an answer: the exact number, what the person lately had to do with, the newest. */
export const inOrder = ({ kind, number, recent, newest }: Candidates): number[] => [
  ...new Set([...(number && NUMBERED.has(kind) ? [number] : []), ...recent, ...newest]),
]

/** Kinds in which the number itself was found come first. */
export const exactFirst = (groups: finding.Group[], number: number | null): finding.Group[] => {
  const hasIt = ({ found }: finding.Group) => Number(number !== null && found[0]?.number === String(number))
  return groups.toSorted((a, b) => hasIt(b) - hasIt(a))
}
