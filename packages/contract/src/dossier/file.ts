import * as z from 'zod'

/** Contents of a dossier: the names of its files, and the formats of the two that programs read. */

export const FORMAT = 1 as const
export const RECORDS = 'records.jsonl'
export const MANIFEST = 'dossier.json'
export const SUMS = 'SHA256SUMS'
/** Each scope is stored under its own checksum: `scopes/<sha256>.json`. */
export const SCOPE_NAME = /^scopes\/([0-9a-f]{64})\.json$/

const hex = z.string().regex(/^[0-9a-f]{64}$/)

const ending = z.object({
  chain: z.string(),
  company: z.string(),
  /** Number of records in the chain when the dossier was made. */
  seq: z.int().min(0),
  /** Hash of the last record. */
  hash: hex,
  /**
   * Number of records from before chains existed, which cannot be proved, and the time of the latest. Missing in older
   * dossiers.
   */
  earlier: z.object({ records: z.int().min(1), last_at: z.string() }).nullish(),
})

/** dossier.json: whose dossier it is, when it was made, and where each chain ended at that time. */
export const manifest = z.object({
  format: z.literal(FORMAT),
  release: z.object({ id: z.int(), title: z.string() }),
  made_at: z.string(),
  /** Records that are not for clients are included by their hash only. */
  for_client: z.boolean(),
  chains: z.array(ending),
  /** Checksums over all chains for the last days, newest first, to compare with letters and copies from those days. */
  days: z.array(z.object({ day: z.string(), chains: z.int(), hash: hex })),
  /** Names of people by the ids that records use. */
  people: z.record(z.string(), z.string()),
})

export type Manifest = z.output<typeof manifest>

const digest = hex.nullable()
const place = { chain: z.string(), seq: z.int().nullable(), prev: hex.nullable(), hash: hex.nullable() }

const open = z.object({
  ...place,
  entity: z.string(),
  entity_id: z.int(),
  field: z.string(),
  title: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  note: z.string().nullable(),
  address: z.string().nullable(),
  user_id: z.int().nullable(),
  via: z.string(),
  at: z.string(),
  salt: z
    .string()
    .regex(/^([0-9a-f]{2})+$/)
    .nullable(),
  digests: z.object({ before: digest, after: digest, note: digest, address: digest }).nullable(),
})

/** A line of records.jsonl. */
export const recordLine = z.union([z.object({ ...place, closed: z.literal(true) }).strict(), open.strict()])
