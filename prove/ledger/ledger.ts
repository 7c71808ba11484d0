/** What the product has said it did: the writers' own memory, kept apart from all that is killed. */

/** What is made by a call with a key, and where it has to be found afterwards. */
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
  /** A word that stands in everything this run makes. */
  word: string
  made: Record<Made, Map<string, number>>
  /** Agreements whose client was asked, and those agreed, by their mark. */
  sent: Map<string, number>
  agreed: Map<string, number>
  /** Descriptions by the request. */
  described: Map<number, string>
  files: FileKept[]
  published: Published[]
  /** Repeated calls whose reply was lost for good (409): the thing itself told. */
  toldByThing: number
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
  toldByThing: 0,
  faults: new Set(),
})

/** How many things were acknowledged. */
export const acknowledged = ({ made, sent, agreed, described, files }: Ledger): number =>
  Object.values(made).reduce((sum, { size }) => sum + size, 0) + sent.size + agreed.size + described.size + files.length
