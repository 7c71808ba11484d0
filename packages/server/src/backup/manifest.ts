import * as z from 'zod'

/**
 * A backup is a gzipped tar: `manifest.json`, then `tables/NAME/N` (pieces of COPY in text form), then
 * `files/KEY`, then `end.json`, without which the archive is cut off. Since format 2 there are `sums/N` in between: of
 * every part since the sums before, a line as `sha256sum` writes it.
 */
export const manifest = z.object({
  format: z.union([z.literal(1), z.literal(2)]),
  /** Of the product that made it. */
  version: z.string(),
  made_at: z.iso.datetime(),
  /** The migrations the database had: a restore begins with exactly these. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** The last daily sum over all chains (docs/decisions/0086); copies of former versions have none. */
  head: z.object({ day: z.string(), chains: z.number(), hash: z.string() }).optional(),
})
export type Manifest = z.output<typeof manifest>

/** What the archive says of itself at its end; of format 1 only how many files there are. */
export const ending = z.object({
  files: z.number(),
  /** Parts that have a line among the sums. */
  parts: z.number().optional(),
  /** Rows by table. */
  rows: z.record(z.string(), z.number()).optional(),
  /** SHA-256 of all lines of the sums together. */
  sums: z.string().optional(),
})
export type Ending = z.output<typeof ending>

export const MANIFEST = 'manifest.json'
export const END = 'end.json'

/** Of the table that names the files of the store, what a backup has to know: its name in all versions. */
export const FILES_TABLE = 'files'

/** Of COPY in text form: a line's end inside a value is escaped. */
export const ROW_END = 0x0a

/** A sentence for whoever makes or restores a backup. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const NO_COPY = 'Этот файл – не копия системы'
export const CUT_OFF = 'Файл копии обрывается или повреждён'
export const NEWER = 'Копия сделана более новой версией системы. Обновите систему и повторите'
export const damaged = (part: string) => new BackupError(`${CUT_OFF}: часть ${part} не та, что была записана`)
