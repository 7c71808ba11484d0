/** What the product acknowledged: the writers' own memory, separate from everything that is killed. */

/** Kinds of things created by a call with a key, with the table and column where they must be found afterwards. */
export const places = {
  request: { table: 'requests', column: 'e_title' },
  release: { table: 'releases', column: 'title' },
  publication: { table: 'publications', column: 'text' },
  entry: { table: 'registry_entries', column: 'title' },
  comment: { table: 'registry_comments', column: 'comment' },
  agreement: { table: 'agreements', column: `"recipientsExtra"[1]` },
} as const
export type Made = keyof typeof places

export interface FileKept {
  id: number
  sha256: string
}

export interface Published {
  id: number
  letters: number
  copies: number
}

export interface Ledger {
  /** A word contained in everything this run creates. */
  word: string
  made: Record<Made, Map<string, number>>
  /** Agreements sent to the client, by their mark. */
  sent: Map<string, number>
  /** Agreements the client agreed to, by their mark. */
  agreed: Map<string, number>
  /** Descriptions by request id. */
  described: Map<number, string>
  files: FileKept[]
  published: Published[]
  /** How many repeated calls lost their reply for good (409), so that the thing was looked up instead. */
  lookedUp: number
  faults: Set<string>
}

export const newLedger = (seed: number): Ledger => ({
  word: `proof${seed}x`,
  made: {
    request: new Map(),
    release: new Map(),
    publication: new Map(),
    entry: new Map(),
    comment: new Map(),
    agreement: new Map(),
  },
  sent: new Map(),
  agreed: new Map(),
  described: new Map(),
  files: [],
  published: [],
  lookedUp: 0,
  faults: new Set(),
})

/** Returns how many things were acknowledged. */
export const acknowledged = ({ made, sent, agreed, described, files }: Ledger): number =>
  Object.values(made).reduce((sum, { size }) => sum + size, 0) + sent.size + agreed.size + described.size + files.length
