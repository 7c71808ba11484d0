import * as z from 'zod'

/**
 * A backup is a gzipped tar: `manifest.json`, then `tables/NAME/N` (pieces of COPY in text form), then
 * `files/KEY`, then `end.json`, without which the archive is cut off.
 */
export const manifest = z.object({
  format: z.literal(1),
  /** Of the product that made it. */
  version: z.string(),
  made_at: z.iso.datetime(),
  /** The migrations the database had: a restore begins with exactly these. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type Manifest = z.output<typeof manifest>

export const MANIFEST = 'manifest.json'
export const END = 'end.json'

/** A sentence for whoever makes or restores a backup. */
export class BackupError extends Error {
  override name = 'BackupError'
}
