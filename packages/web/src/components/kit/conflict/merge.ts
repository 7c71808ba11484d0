/** Serializes a value for comparison. Lists are sets of ids, so their order does not matter. */
const written = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((a, b) => a.localeCompare(b)) : value)
export const isSame = (one: unknown, other: unknown): boolean => written(one) === written(other)

/** The result of merging another person's save with what is typed here. */
export interface Merged<Values> {
  values: Values
  /** Changed only by the other person: their value is taken. */
  taken: (keyof Values)[]
  /** Changed by both to different values: what is typed here stays until somebody chooses. */
  conflicts: (keyof Values)[]
}

/**
 * Merges two people's changes of one thing, field by field.
 * @param base the values both started from
 */
export function merge<Values extends object>(base: Values, mine: Values, theirs: Values): Merged<Values> {
  const names = (Object.keys(base) as (keyof Values)[]).filter((name) => !isSame(base[name], theirs[name]))
  const differing = names.filter((name) => !isSame(mine[name], theirs[name]))
  const [taken, conflicts] = [true, false].map((isMineUntouched) =>
    differing.filter((name) => isSame(base[name], mine[name]) === isMineUntouched),
  ) as [(keyof Values)[], (keyof Values)[]]
  const values = { ...mine }
  for (const name of taken) values[name] = theirs[name]
  return { values, taken, conflicts }
}
