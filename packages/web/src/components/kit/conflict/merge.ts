/** Lists are sets of ids: their order says nothing. */
const written = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((a, b) => a.localeCompare(b)) : value)
export const isSame = (one: unknown, other: unknown): boolean => written(one) === written(other)

/** How another person's save goes together with what is typed here. */
export interface Merged<Values> {
  values: Values
  /** Changed by them alone: theirs is taken. */
  taken: (keyof Values)[]
  /** Changed by both, differently: what is typed here stays until somebody chooses. */
  conflicts: (keyof Values)[]
}

/**
 * Puts two people's changes of one thing together, field by field.
 * @param base what both began from
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
