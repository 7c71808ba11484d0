import { files } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import type { Routes } from '../../platform/mount.ts'
import { appendToUpload } from './commands/appending.ts'
import { deleteFiles, linkFile, uploadFiles } from './commands/files.ts'
import { askUpload, beginUpload, cancelUpload, finishUpload } from './commands/resumable.ts'
import { getFile, getSavedFile } from './commands/serving.ts'
import { sweepFiles } from './commands/sweeping.ts'

/** At night, when nobody needs the disk. */
const SWEEPING = '20 3 * * *'

export const connect = (deps: Deps): Promise<void> => deps.jobs.every(SWEEPING, 'sweep_files', () => sweepFiles(deps))

export const routes: Routes = (mount) => {
  mount(files.uploadFiles, uploadFiles)
  mount(files.beginUpload, beginUpload)
  mount(files.askUpload, askUpload)
  mount(files.appendToUpload, appendToUpload)
  mount(files.cancelUpload, cancelUpload)
  mount(files.finishUpload, finishUpload)
  mount(files.deleteFiles, deleteFiles)
  mount(files.getFile, getFile)
  mount(files.linkFile, linkFile)
  mount(files.getSavedFile, getSavedFile)
}
