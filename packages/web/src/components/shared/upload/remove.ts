import { files } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { call } from '../../../api/client.ts'

/** Only what nobody uses yet is removed; a file that stays behind harms nobody. */
export const forgetFile = ({ id, file_name }: Pick<FileInfo, 'id' | 'file_name'>): void =>
  void call(files.deleteFiles, { body: { filenames: [file_name], ids: [id] }, onRefusal: 'throw' }).catch(() => {})
