import * as z from 'zod'
import { endpoint, LISTS_BODY } from '../endpoint.ts'
import { id, line, message, minutes } from '../values.ts'
import { orElse } from '../optional.ts'

/** The most tasks reported by one call. */
export const MAX_ISSUES = 500

const FILLED = { empty: 'Заполните поле' }

const reported = z.object({
  /** Key of the task in its tracker. */
  key: line(200, FILLED),
  /** The request it belongs to: by its number here, or by its key in the system it was imported from. */
  request_id: id.nullish(),
  request_key: line(200).nullish(),
  title: line(500, FILLED),
  status: line(100, FILLED),
  assignee: line(200).nullish(),
  /** In minutes. */
  planned_time: orElse(minutes, 0),
  spent_time: orElse(minutes, 0),
  url: z
    .string()
    .max(2000)
    .regex(/^https?:\/\/\S+$/, 'Нужен адрес, который начинается с http:// или https://')
    .nullish(),
})
export type ReportedIssue = z.output<typeof reported>

export const saveIssues = endpoint({
  method: 'POST',
  path: '/issues',
  access: 'staff',
  summary:
    "Reports tasks of developers as their tracker has them, by its name and the tasks' keys: a known task is changed, another is added. Tasks whose request is unknown, or is given by a former key that several requests have, are listed with the reason; the others are saved.",
  bodyLimit: LISTS_BODY,
  body: z.object({ tracker: line(100, FILLED), issues: z.array(reported).min(1).max(MAX_ISSUES) }),
  reply: z.object({
    message,
    created: z.int(),
    updated: z.int(),
    refused: z.array(z.object({ key: z.string(), reason: z.string() })),
  }),
})
