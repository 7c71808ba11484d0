import type { FilterOption } from './types.ts'

/** Searches and groups a filter's options. Pure. */

/** Nobody reads more options than this; searching finds the rest. */
const SHOWN = 150

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

/** Returns the options whose names contain every typed word, and how many more there are. */
export function matching(options: readonly FilterOption[], search: string): { shown: FilterOption[]; hidden: number } {
  const words = plain(search).split(/\s+/).filter(Boolean)
  const found = options.filter(({ name }) => words.every((word) => plain(name).includes(word)))
  return { shown: found.slice(0, SHOWN), hidden: Math.max(0, found.length - SHOWN) }
}

const GONE = 'Нет в списке'

/**
 * The options, and those that were chosen once, by a link or a saved set, and are not offered any more: they narrow the
 * list down as well, and can be taken off. Undefined while the options are loading.
 */
export function withGone<Option extends FilterOption>(
  options: readonly Option[] | undefined,
  chosen: readonly number[],
): readonly (Option | FilterOption)[] | undefined {
  if (!options) return undefined
  const known = new Set(options.map(({ id }) => id))
  const gone = chosen.filter((id) => !known.has(id))
  return gone.length === 0 ? options : [...gone.map((id) => ({ id, name: `${GONE}: № ${id}` })), ...options]
}

export const chosenFirst = (options: readonly FilterOption[], chosen: readonly number[]): FilterOption[] => [
  ...options.filter(({ id }) => chosen.includes(id)).map(({ id, name }) => ({ id, name })),
  ...options.filter(({ id }) => !chosen.includes(id)),
]

/** In the order in which the groups first appear; options without a group come under ''. */
export const grouped = (options: readonly FilterOption[]): [group: string, options: FilterOption[]][] => [
  ...Map.groupBy(options, ({ group }) => group ?? ''),
]
