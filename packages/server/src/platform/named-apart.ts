import { nameAmong } from '@vypusk/contract'

interface Named {
  id: number
  name: string
}

/**
 * The names of things as the history compares them: before a change, and after it. Two things with the same name, such as
 * a hidden company and a new one, are told apart by their numbers, or the one could not replace the other.
 */
export function namedApart(...lists: Named[][]): string[][] {
  const all = lists.flat()
  return lists.map((list) => list.map((one) => nameAmong(all, one)))
}

/** The same for one thing that takes the place of another; null where there is none. */
export function oneForAnother(
  before: Named | null | undefined,
  after: Named | null | undefined,
): [before: string | null, after: string | null] {
  const [[was = null] = [], [is = null] = []] = namedApart(before ? [before] : [], after ? [after] : [])
  return [was, is]
}
