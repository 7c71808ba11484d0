import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { isExcel, pageOf, paging } from '../paging.ts'
import { done, id, moment, ref, searchText } from '../values.ts'

/** Deleted things, which are hidden but kept (product.md, "Rules"). */

export const deletedEntity = z.enum(['release', 'agreement', 'request', 'publication', 'registry_entry'])
export type DeletedEntity = z.output<typeof deletedEntity>

export const deletedRow = z.object({
  /** The id of the row in this list. */
  id: z.int().min(1),
  entity: deletedEntity,
  entity_id: id,
  title: z.string(),
  deleted_at: moment,
  /** Who deleted it; null when the history has no record of it. */
  user: ref.nullable(),
})
export type DeletedRow = z.output<typeof deletedRow>

export const list = endpoint({
  method: 'GET',
  path: '/admin/deleted',
  access: 'admin',
  replica: true,
  summary:
    'Everything that was deleted, of any kind, latest first, with who deleted it. With `isExcel` a workbook deleted.xlsx of all of it.',
  query: z.object({
    entity: z.enum(['all', ...deletedEntity.options]).default('all'),
    search_string: searchText(200).optional(),
    ...paging,
    isExcel,
  }),
  reply: pageOf(deletedRow),
  stream: 'excel',
})

export const restore = endpoint({
  method: 'POST',
  path: '/admin/deleted/restore',
  access: 'admin',
  summary:
    'Restores a deleted thing; its history records this. 404 when it is not deleted (any more), 422 or 409 with the reason when its place was taken. `requests_lost`: requests of a release that are in other releases by now.',
  body: z.object({ entity: deletedEntity, id }),
  reply: done.extend({ requests_lost: z.array(id) }),
})
