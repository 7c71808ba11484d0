/** Rows of one statement and of one step of progress: a JSON of a thousand long texts is still a few megabytes. */
export const AT_ONCE = 1000

export function* parts<Item>(items: Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE)
}
