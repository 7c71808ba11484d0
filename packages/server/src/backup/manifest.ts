import * as z from 'zod'

/**
 * A backup is a gzipped tar: `manifest.json`, then `tables/NAME/N` (pieces of COPY in text form), then `files/KEY`,
 * then `end.json`, without which the archive is incomplete. Since format 2 there are `sums/N` in between, with a line
 * as written by `sha256sum` for every part since the previous sums.
 */
export const manifest = z.object({
  format: z.union([z.literal(1), z.literal(2)]),
  /** Version of the product that made it. */
  version: z.string(),
  made_at: z.iso.datetime(),
  /** The migrations of the database: a restore starts with exactly these. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** The last daily checksum over all chains (docs/decisions/0086); missing in copies from earlier versions. */
  head: z.object({ day: z.string(), chains: z.number(), hash: z.string() }).optional(),
})
export type Manifest = z.output<typeof manifest>

/** The archive's summary of itself at its end; in format 1 only the number of files. */
export const ending = z.object({
  files: z.number(),
  /** Number of parts with a line in the sums. */
  parts: z.number().optional(),
  /** Number of rows by table. */
  rows: z.record(z.string(), z.number()).optional(),
  /** SHA-256 of all lines of the sums together. */
  sums: z.string().optional(),
})
export type Ending = z.output<typeof ending>

export const MANIFEST = 'manifest.json'
export const END = 'end.json'

/** The table that names the files of the store; it has this name in all versions. */
export const FILES_TABLE = 'files'

/** End of a row in COPY's text form; line breaks inside values are escaped. */
export const ROW_END = 0x0a

/** An error with a sentence for the person who makes or restores a backup. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const NO_COPY = 'Этот файл – не копия системы'
export const CUT_OFF = 'Файл копии обрывается или повреждён'
export const NEWER = 'Копия сделана более новой версией системы. Обновите систему и повторите'
export const damaged = (part: string) => new BackupError(`${CUT_OFF}: часть ${part} не та, что была записана`)
