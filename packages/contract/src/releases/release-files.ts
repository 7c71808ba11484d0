import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { versioned } from './release-shapes.ts'
import { eachOnce } from '../each-once.ts'
import { byId, fileInfo, id, idText } from '../values.ts'

/** Calls for a release's own files, as opposed to those of its publications. For staff only. */

export const addFiles = endpoint({
  method: 'POST',
  path: '/releases/:id/files',
  access: 'staff',
  summary:
    'Attaches uploaded files to the release, all or none. 422 for one that no member of staff uploaded or that is in use. Answers with all files of the release.',
  params: z.object({ id: idText }),
  body: z.object({ files: eachOnce(byId).min(1, 'Выберите файлы').max(100) }),
  reply: versioned.extend({ files: z.array(fileInfo), own_files: z.array(id) }),
})

export const removeFile = endpoint({
  method: 'DELETE',
  path: '/releases/:id/files/:file',
  access: 'staff',
  summary:
    "Removes one of the release's own files from it; a publication keeps what was handed over. 404 when it is not one of them.",
  params: z.object({ id: idText, file: idText }),
  reply: versioned,
})
