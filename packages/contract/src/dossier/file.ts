import * as z from 'zod'

/** What stands in a dossier: names of its files, and the two that a program reads. */

export const FORMAT = 1 as const
export const RECORDS = 'records.jsonl'
export const MANIFEST = 'dossier.json'
export const SUMS = 'SHA256SUMS'
/** Each scope under its own sum: `scopes/<sha256>.json`. */
export const SCOPE_NAME = /^scopes\/([0-9a-f]{64})\.json$/

const hex = z.string().regex(/^[0-9a-f]{64}$/)

const ending = z.object({
  chain: z.string(),
  company: z.string(),
  /** How many records the chain had when the dossier was made. */
  seq: z.int().min(0),
  /** Of the last of them. */
  hash: hex,
  /** Records from before there were chains, which nothing proves, and the latest of them. Older dossiers do not say. */
  earlier: z.object({ records: z.int().min(1), last_at: z.string() }).nullish(),
})

/** dossier.json: whose it is, when it was made, and where each chain ended then. */
export const manifest = z.object({
  format: z.literal(FORMAT),
  release: z.object({ id: z.int(), title: z.string() }),
  made_at: z.string(),
  /** What is not for clients stands in it by its hash alone. */
  for_client: z.boolean(),
  chains: z.array(ending),
  /** Sums over all chains of the last days, the latest first: to compare with letters and copies of these days. */
  days: z.array(z.object({ day: z.string(), chains: z.int(), hash: hex })),
  /** Names of people by their ids, as records name them. */
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
