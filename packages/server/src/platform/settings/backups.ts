import { resolve } from 'node:path'
import * as z from 'zod'
import { wholeText } from '@vypusk/contract'
import { projectRoot } from '../runtime/places.ts'

/** Backups that the product makes by itself every day (docs/decisions/0066). */
export interface BackupSettings {
  /** An absolute path. */
  folder: string
  /** Time of day, `HH:mm`, in the time zone of the process. */
  at: string
  /** How many copies are kept. */
  keep: number
}

export const backupVariables = {
  BACKUP_DIR: z.string().optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('02:30'),
  BACKUP_KEEP: wholeText(z.int().min(1).max(1000)).default(14),
}

export const backupExpected: Record<keyof typeof backupVariables, string> = {
  BACKUP_DIR: 'путь к папке, куда складываются ежедневные копии',
  BACKUP_AT: 'время суток вида 02:30',
  BACKUP_KEEP: 'сколько копий хранить, от 1 до 1000',
}

interface Set {
  BACKUP_DIR?: string | undefined
  BACKUP_AT: string
  BACKUP_KEEP: number
}

/** Null when no folder is configured: then backups are made by something else, or not at all. */
export const backupOf = ({ BACKUP_DIR, BACKUP_AT, BACKUP_KEEP }: Set): BackupSettings | null =>
  BACKUP_DIR ? { folder: resolve(projectRoot, BACKUP_DIR), at: BACKUP_AT, keep: BACKUP_KEEP } : null
