/**
 * The rows in one statement and in one step of progress: a JSON of a thousand long texts is still only a few megabytes.
 */
export const AT_ONCE = 1000

/** Groups items into parts. */
export async function* inParts<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let part: Item[] = []
  for await (const item of items) {
    part.push(item)
    if (part.length < AT_ONCE) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
