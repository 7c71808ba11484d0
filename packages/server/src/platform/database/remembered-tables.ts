/** Tables of which something is remembered, each with a pattern for statements that change nothing of it. */
const tables = new Map<string, RegExp | undefined>()

/** Results by the statement's text: most texts are used again and again. */
const changes = new Map<string, readonly string[]>()
/** Limits for the results that are kept. A long text inserts many rows and does not come again. */
const MOST = 1000
const LONGEST = 10_000

/** @param unless matches statements on the table that change nothing anybody remembers */
export function rememberOf(table: string, unless?: RegExp): void {
  tables.set(table, unless ?? tables.get(table))
  changes.clear()
}

/** Sorted by name. Each of them needs a trigger that announces its changes, as in migration 0060. */
export const rememberedTables = (): string[] => [...tables.keys()].toSorted()

/** Matches anywhere: after spaces, or within another statement. */
const CHANGE = /\b(?:insert into|update|delete from|merge into|truncate)\s+(?:only\s+)?"?(\w+)/gi

/** The tables in which a statement changes something that is remembered. */
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
