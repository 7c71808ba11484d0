import { files } from '@vypusk/contract'
import type { Door } from '../../platform/mount.ts'
import { deleteFiles, linkFile, uploadFiles } from './commands/keeping.ts'
import { getFile, getSavedFile } from './commands/serving.ts'

export const filesDoor: Door = (mount) => {
  mount(files.uploadFiles, uploadFiles)
  mount(files.deleteFiles, deleteFiles)
  mount(files.getFile, getFile)
  mount(files.linkFile, linkFile)
  mount(files.getSavedFile, getSavedFile)
}
