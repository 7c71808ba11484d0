import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { idText } from '../values.ts'

/**
 * Everything that happened between a release and its companies, in one file that can be verified without the server
 * (docs/decisions/0085).
 */

export const get = endpoint({
  method: 'GET',
  path: '/releases/:id/dossier',
  access: 'any',
  replica: true,
  summary:
    'The dossier of a release as a zip: a Word document, the chained records, letters, scopes, trials, files by name and sha256, and checksums. Staff get all companies or the one given in `company`; clients get their own, where records of the provider appear only as their hash. 404 also for a release that a client may not know of.',
  params: z.object({ id: idText }),
  query: z.object({
    /** For staff: only this company. Clients always get their own. */
    company: idText.optional(),
  }),
  stream: 'zip',
})
