import { inTab } from '../../../ui/storage.ts'

/**
 * The state of one entry of the browser's history: the positions of its scrolling elements, and values its screen wants
 * to restore.
 */
interface Entry {
  scrolled: Record<string, [left: number, top: number]>
  values: Record<string, unknown>
  /** The link that had the focus last. */
  link?: string
}

const stored = inTab<[string, Entry][]>('places')
/** The number of entries that are remembered. */
const REMEMBERED = 60
const entries = new Map<string, Entry>(stored.read() ?? [])

/** The router gives every entry of the browser's history a key and stores it with the entry. */
export const ROUTER_KEY = '__TSR_key'

/** Key of the current entry. */
export const entryKey = (): string => (history.state as Record<string, string> | null)?.[ROUTER_KEY] ?? ''

export const entryOf = (key: string): Entry | undefined => entries.get(key)

/** Returns the entry for writing and makes it the newest; the oldest ones are dropped. */
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

/** Stores the entries for the page after a reload. */
export const storeEntries = (): void => stored.write([...entries])
