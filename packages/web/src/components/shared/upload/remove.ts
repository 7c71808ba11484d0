import { files } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { call } from '../../../api/client.ts'

/** Removes a file that is not used yet; when this fails, the file that stays behind does no harm. */
export const forgetFile = ({ id, file_name }: Pick<FileInfo, 'id' | 'file_name'>): void =>
  void call(files.deleteFiles, { body: { filenames: [file_name], ids: [id] }, onRefusal: 'throw' }).catch(() => {})
