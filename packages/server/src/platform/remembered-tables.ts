/** Tables of which something is remembered, each with statements on it that change nothing anybody remembers. */
const tables = new Map<string, RegExp | undefined>()

/** What statements were found to change, by their text: most are written once and asked again and again. */
const changes = new Map<string, readonly string[]>()
/** More are not kept at once, and none that is long: it brings many rows and is not asked again. */
const MOST = 1000
const LONGEST = 10_000

/** @param unless a statement on the table that changes nothing anybody remembers */
export function rememberOf(table: string, unless?: RegExp): void {
  tables.set(table, unless ?? tables.get(table))
  changes.clear()
}

/** By name: each of them has to say when it was changed, by a trigger as in migration 0060. */
export const rememberedTables = (): string[] => [...tables.keys()].toSorted()

/** Wherever it stands: after spaces, or within another statement. */
const CHANGE = /\b(?:insert into|update|delete from|merge into|truncate)\s+(?:only\s+)?"?(\w+)/gi

/** The tables of which a statement changes what is remembered. */
export function changedBy(text: string): readonly string[] {
  const known = changes.get(text)
  if (known) return known
  const found = [...text.matchAll(CHANGE)]
    .map(([, table = '']) => table)
    .filter((table) => tables.has(table) && !tables.get(table)?.test(text))
  if (changes.size >= MOST) changes.clear()
  if (text.length <= LONGEST) changes.set(text, found)
  return found
}
