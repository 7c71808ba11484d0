import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { eachOnce } from '../each-once.ts'
import { change, day, id, moment, ref, searchText } from '../values.ts'
import { orElse } from '../optional.ts'

/** The log of who changed what, over everything the product keeps a history of, including sign-ins. */

/** Add new entries at the end: addresses that people have saved refer to entries by position. */
export const auditEntities = [
  { entity: 'request', name: 'Заявки' },
  { entity: 'release', name: 'Релизы' },
  { entity: 'agreement', name: 'Согласования' },
  { entity: 'publication', name: 'Публикации' },
  { entity: 'registry_entry', name: 'Реестр' },
  { entity: 'session', name: 'Входы' },
  { entity: 'user', name: 'Люди' },
  { entity: 'company', name: 'Компании' },
  { entity: 'system', name: 'Системы' },
  { entity: 'module', name: 'Модули' },
  { entity: 'release_step', name: 'Этапы релизов' },
  { entity: 'registry_step', name: 'Этапы реестра' },
  { entity: 'request_status', name: 'Статусы заявок' },
  { entity: 'request_type', name: 'Типы заявок' },
  { entity: 'calendar', name: 'Календарь' },
  { entity: 'freeze', name: 'Закрытые дни' },
  { entity: 'letter_template', name: 'Письма' },
  { entity: 'thread', name: 'Замечания' },
  { entity: 'webhook', name: 'Вебхуки' },
  { entity: 'tracker', name: 'Трекеры' },
] as const

const entity = z.enum(auditEntities.map((kind) => kind.entity))

export const auditRow = change.extend({
  entity,
  /** 0 for an attempt to sign in with a login that does not exist. */
  entity_id: z.int().min(0),
  /** Its current name; empty when it is deleted. */
  thing: z.string(),
})
export type AuditRow = z.output<typeof auditRow>

/** The end of a page. The next page continues from there, whatever was written in the meantime. */
const place = z.object({ at: moment, id })

export const auditQuery = z.object({
  isExcel: orElse(z.boolean(), false),
  user_ids: orElse(eachOnce(id).max(200), []),
  entities: orElse(z.array(entity).max(auditEntities.length), []),
  date_from: day.optional(),
  date_to: day.optional(),
  search_string: searchText(200).optional(),
  after: place.optional(),
  per_page: orElse(z.int().min(1).max(200), 100),
})
export type AuditQuery = z.output<typeof auditQuery>

export const list = endpoint({
  method: 'POST',
  path: '/admin/audit',
  access: 'admin',
  replica: true,
  reads: true,
  summary:
    'Changes and sign-ins, latest first, page by page: pass `next` as `after`. Words are searched for in notes and in the first 400 characters of both values; one or two letters only among the latest 2 000 of each kind or person; a number also in the numbers of things. With `isExcel` a workbook audit_<from>_<to>.xlsx of all of it.',
  body: auditQuery,
  reply: z.object({ data: z.array(auditRow), next: place.nullable() }),
  stream: 'excel',
})

export const people = endpoint({
  method: 'GET',
  path: '/admin/audit/people',
  access: 'admin',
  replica: true,
  summary: 'Everybody who may be the author of a change, including blocked and deleted people.',
  reply: z.object({ people: z.array(ref.extend({ company: z.string().nullable() })) }),
})
