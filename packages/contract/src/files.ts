import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { eachOnce } from './each-once.ts'
import { done, fileInfo, id, idText, MAX_FILE_NAME, message } from './values.ts'

export { MAX_FILE_NAME, MAX_FILE_VERSION } from './values.ts'

/**
 * A multipart body with one or more files, and a `version` field for each of them, before or after the files: the nth
 * version belongs to the nth file, and a missing one is "".
 */
export const uploadFiles = endpoint({
  method: 'POST',
  path: '/files/uploads',
  access: 'any',
  summary:
    'Uploads files (multipart), streamed, with their sha256. 413 over the limit, 422 for a version of more than 100 characters and 400 for a broken body; nothing of the call is kept then.',
  reply: z.object({ message, files: z.array(fileInfo) }),
  multipart: true,
  creates: true,
})

/**
 * Resumable uploads by the tus protocol 1.0.0 (core, creation, termination; https://tus.io). What has arrived is kept
 * for a week when the connection breaks. Any tus client can send; `finishUpload` then creates the file. All calls
 * except that one communicate by headers.
 */
const upload = z.object({ upload: z.uuid() })

export const beginUpload = endpoint({
  method: 'POST',
  path: '/files/resumable',
  access: 'any',
  summary:
    'tus creation: `Upload-Length` in bytes, `Upload-Metadata` with `filename` and optionally `version`; 201 with `Location`. 422 without a length, 413 over the limit.',
  stream: 'headers',
})

export const askUpload = endpoint({
  method: 'HEAD',
  path: '/files/resumable/:upload',
  access: 'any',
  summary: "tus: how much of the caller's own upload has arrived, in `Upload-Offset`.",
  params: upload,
  stream: 'headers',
})

export const appendToUpload = endpoint({
  method: 'PATCH',
  path: '/files/resumable/:upload',
  access: 'any',
  summary:
    'tus: appends bytes (`application/offset+octet-stream`) at `Upload-Offset`; 204 with the new offset, 409 when the upload is at another one.',
  params: upload,
  stream: 'headers',
  unlimited: true,
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/files/resumable/:upload',
  access: 'any',
  summary: 'tus termination: deletes an upload that is not a file yet, with its bytes.',
  params: upload,
  stream: 'headers',
})

export const finishUpload = endpoint({
  method: 'POST',
  path: '/files/resumable/:upload/file',
  access: 'any',
  summary:
    'Turns an upload that has arrived completely into a file; repeated calls answer with the same file. 422 before that, 503 while an earlier call has not ended within a minute.',
  params: upload,
  reply: z.object({ message, file: fileInfo }),
})

export const deleteFiles = endpoint({
  method: 'DELETE',
  path: '/files/delete',
  access: 'any',
  summary:
    "Deletes the caller's own files that nothing refers to yet, all or none. 422 names those that are in use or not the caller's.",
  body: z.object({
    /** Names as the upload replied. A name means each of the caller's unused files with that name. */
    filenames: eachOnce(z.string().min(1).max(MAX_FILE_NAME)).min(1).max(100),
    /** When several files share a name: only those with these ids. */
    ids: eachOnce(id).max(100).optional(),
  }),
  reply: done,
})

export const getFile = endpoint({
  method: 'GET',
  path: '/files/:id',
  access: 'any',
  summary:
    'The bytes, all (200) or one range of them (206, 416). 404 for a file the caller may not know of. Every download is logged.',
  params: z.object({ id: idText }),
  stream: 'bytes',
})

export const linkFile = endpoint({
  method: 'POST',
  path: '/files/:id/link',
  access: 'any',
  bySessionOnly: true,
  summary:
    'Creates a link by which one person can download one file within one minute, for a browser that saves straight to disk.',
  params: z.object({ id: idText }),
  reply: z.object({
    /** Begins with `/api/files/`. */
    url: z.string(),
  }),
})

export const getSavedFile = endpoint({
  method: 'GET',
  path: '/files/:id/saved',
  access: 'public',
  summary:
    'The bytes by a link of POST files/{id}/link. 404 once the link has expired or its person may no longer have the file.',
  params: z.object({ id: idText }),
  query: z.object({ token: z.string().min(1).max(100) }),
  stream: 'bytes',
})
