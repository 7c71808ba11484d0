import { inTab } from '../../../ui/storage.ts'

/** What one entry of the browser's history looked like: where each scroller stood, and what its screen wants to find again. */
interface Entry {
  scrolled: Record<string, [left: number, top: number]>
  values: Record<string, unknown>
  /** The link that held the keyboard last. */
  link?: string
}

const stored = inTab<[string, Entry][]>('places')
/** As many steps back as are remembered. */
const REMEMBERED = 60
const entries = new Map<string, Entry>(stored.read() ?? [])

/** The router gives every entry of the browser's history a key, and keeps it with the entry. */
export const ROUTER_KEY = '__TSR_key'

/** Key of the current entry. */
export const entryKey = (): string => (history.state as Record<string, string> | null)?.[ROUTER_KEY] ?? ''

export const entryOf = (key: string): Entry | undefined => entries.get(key)

/** The entry to be written to, the newest from then on. */
export function writableEntry(key: string): Entry {
  const entry = entries.get(key) ?? { scrolled: {}, values: {} }
  entries.delete(key)
  entries.set(key, entry)
  for (const oldest of entries.keys()) {
    if (entries.size <= REMEMBERED) break
    entries.delete(oldest)
  }
  return entry
}

/** For the page that a reload brings. */
export const storeEntries = (): void => stored.write([...entries])
