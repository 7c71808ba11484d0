/** Tables of which something is remembered, each with statements on it that change nothing anybody remembers. */
const tables = new Map<string, RegExp | undefined>()

/** @param unless a statement on the table that changes nothing anybody remembers */
export const rememberOf = (table: string, unless?: RegExp) => void tables.set(table, unless ?? tables.get(table))

/** By name: each of them has to say when it was changed, by a trigger as in migration 0060. */
export const rememberedTables = (): string[] => [...tables.keys()].toSorted()

/** Wherever it stands: after spaces, or within another statement. */
const CHANGE = /\b(?:insert into|update|delete from|merge into|truncate)\s+(?:only\s+)?"?(\w+)/gi

/** The tables of which a statement changes what is remembered. */
export const changedBy = (text: string): string[] =>
  [...text.matchAll(CHANGE)]
    .map(([, table = '']) => table)
    .filter((table) => tables.has(table) && !tables.get(table)?.test(text))
