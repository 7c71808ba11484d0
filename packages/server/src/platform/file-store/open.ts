import { join } from 'node:path'
import type { FileStore } from '../file-store.ts'
import type { Settings } from '../settings.ts'
import { folderStore } from './folder.ts'

/**
 * Opens the store chosen by the settings: a folder of the data, or S3.
 * @throws SettingsError when S3 does not accept a file
 */
export async function openFileStore({ s3Url, dataDir }: Settings): Promise<FileStore> {
  if (!s3Url) return folderStore(join(dataDir, 'files'))
  const { checkS3, s3Store } = await import('./s3.ts')
  await checkS3(s3Url)
  return s3Store(s3Url)
}
