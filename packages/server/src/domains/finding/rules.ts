import { decodeName, type finding } from '@vypusk/contract'
import { numberIn } from '../../platform/text/number-in.ts'

const MOST_WORDS = 6

/** The words that must occur in a thing, in any order. A sign before a number is ignored. */
export const wordsIn = (search: string): string[] => {
  const number = numberIn(search)
  return number ? [String(number)] : [...new Set(search.split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)
}

/** The kinds that are known by their number; companies and people are not. */
const NUMBERED = new Set<finding.Kind>(['request', 'release', 'agreement', 'publication'])

interface Candidates {
  kind: finding.Kind
  number: number | null
  /** The things the person recently opened or changed that have the words, the latest first. */
  recent: number[]
  newest: number[]
}

/** The order of an answer: the exact number, recent things, the newest. */
export const inOrder = ({ kind, number, recent, newest }: Candidates): number[] => [
  ...new Set([...(number && NUMBERED.has(kind) ? [number] : []), ...recent, ...newest]),
]

const plain = (text: string) => decodeName(text).trim().toLowerCase().replaceAll('ё', 'е')

/**
 * How well a thing matches what was typed: 2 for its number or its exact name, 1 for the beginning of its name,
 * otherwise 0.
 */
const nearness = ({ number, key, title }: finding.FoundThing, search: string): number => {
  const wanted = plain(search)
  const isCalled = !!key && plain(key) === wanted.replace(/^[№#]\s*/, '')
  if (number === String(numberIn(search)) || isCalled || plain(title) === wanted) return 2
  return plain(title).startsWith(wanted) ? 1 : 0
}

/**
 * Puts an exact number or name first, and its kind before the others: a release is searched for by its name, which the
 * titles of many requests contain too. Things that match equally well keep their order.
 */
export function nearestFirst(groups: finding.Group[], search: string): finding.Group[] {
  const near = (one: finding.FoundThing) => nearness(one, search)
  const inner = groups.map((group) => ({ ...group, found: group.found.toSorted((a, b) => near(b) - near(a)) }))
  const best = ({ found }: finding.Group) => Math.max(0, ...found.map(near))
  return inner.toSorted((a, b) => best(b) - best(a))
}
