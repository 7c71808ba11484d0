/** The items in arrays of at most so many, each made when it is asked for. */
export function* portionsOf<Item>(items: Iterable<Item>, most: number): Generator<Item[]> {
  let portion: Item[] = []
  for (const item of items) {
    portion.push(item)
    if (portion.length < most) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
