/** Moves an id to another one's place; the others keep their order. */
export function placed(ids: readonly number[], id: number, to: number): number[] {
  const target = ids.indexOf(to)
  if (!ids.includes(id) || target < 0) return [...ids]
  const others = ids.filter((one) => one !== id)
  return others.toSpliced(target, 0, id)
}

/** Moves an id by a number of places, within the list. */
export function shifted(ids: readonly number[], id: number, by: number): number[] {
  const to = ids[ids.indexOf(id) + by]
  return to === undefined ? [...ids] : placed(ids, id, to)
}
