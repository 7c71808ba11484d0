import { join } from 'node:path'
import type { FileStore } from '../file-store.ts'
import type { Settings } from '../../settings.ts'
import { folderStore } from './folder.ts'

/** Opens the store chosen by the settings: a folder of the data, or S3, whether or not it answers now. */
export async function openFileStore({ s3Url, dataDir }: Settings): Promise<FileStore> {
  if (!s3Url) return folderStore(join(dataDir, 'files'))
  const { s3Store } = await import('./s3.ts')
  return s3Store(s3Url)
}

/**
 * Opens the store for work that is nothing without it.
 * @throws SettingsError when S3 does not accept a file, for whatever reason
 */
export async function openCheckedStore(settings: Settings): Promise<FileStore> {
  if (settings.s3Url) await (await import('./s3.ts')).checkS3(settings.s3Url)
  return openFileStore(settings)
}

/**
 * Opens the store for the service, where most work needs no files.
 * @param onAway called when S3 does not answer now, or not as it should; calls for files fail until it does
 * @throws SettingsError when S3 refuses the key, the bucket or the region
 */
export async function openStoreOfService(settings: Settings, onAway: (error: Error) => void): Promise<FileStore> {
  if (settings.s3Url) {
    const { checkS3, StorageAway } = await import('./s3.ts')
    await checkS3(settings.s3Url).catch((error: unknown) => {
      if (!(error instanceof StorageAway)) throw error
      onAway(error)
    })
  }
  return openFileStore(settings)
}
