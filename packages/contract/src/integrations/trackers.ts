import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { optional, orElse } from '../optional.ts'
import { address, done, flagText, id, idText, line, message, moment, version } from '../values.ts'

/** Developers' trackers that the product reads by itself: Redmine, by its REST interface and a key. */

/** How old the data about tasks may be while the tracker answers, in seconds. */
export const READ_EACH_SECONDS = 20

const FILLED = { empty: 'Заполните поле' }
/** Default name of the tracker's field that refers to a request. */
export const REQUEST_FIELD = 'Заявка'
const LATIN = /^[\x21-\x7e]*$/
/** The key as it is sent in a header. */
const key = line(200, FILLED).regex(LATIN, 'Ключ – латинские буквы и цифры без пробелов')

const tracker = z.object({
  id,
  name: z.string(),
  url: z.string(),
  /** The import source whose keys are this tracker's own issue numbers. */
  source: z.string().nullable(),
  request_field: z.string(),
  is_active: z.boolean(),
  /** The time as of which everything known about the tracker is up to date; null before it was read completely. */
  read_at: moment.nullable(),
  failing_since: moment.nullable(),
  /** Why nothing can be read, in Russian. */
  failure: z.string().nullable(),
  /** Number of tasks of requests that it has reported. */
  issues: z.int().min(0),
  /** Those of them that its key may not see any more: they stay as they were last read. */
  hidden: z.int().min(0),
  /**
   * Attachments of requests imported from it: those stored here, those still to be downloaded, and those that failed.
   */
  files: z.object({ kept: z.int(), waiting: z.int(), failed: z.int() }),
  created_at: moment,
  version: z.int(),
})
export type Tracker = z.output<typeof tracker>

const url = address('Укажите адрес вида https://redmine.example.ru без имени и пароля').transform((entered) =>
  entered.replace(/\/+$/, ''),
)
const requestField = line(100, FILLED)
const source = line(200)
  .nullable()
  .transform((entered) => entered || null)
const params = z.object({ id: idText })

export const list = endpoint({
  method: 'GET',
  path: '/admin/trackers',
  access: 'admin',
  summary: 'The trackers of developers that are read, their state and when it was last known, without their keys.',
  reply: z.object({ trackers: z.array(tracker) }),
})

export const create = endpoint({
  method: 'POST',
  path: '/admin/trackers',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Connects a Redmine by its address and a key of its REST interface. It is then read every 20 seconds: an issue is a task of the request that its field `request_field` names (by number or by former key), otherwise of the request that was imported from the issue itself or from one of its parents. Tasks of the same addresses that a tracker of another name has left behind become its own. 422 for an address or a name that is not acceptable, or that another tracker has.',
  body: z.object({
    name: line(100, FILLED),
    url,
    request_field: orElse(requestField, REQUEST_FIELD),
    source: source.default(null),
    key,
  }),
  reply: z.object({ message, tracker }),
  creates: true,
})

export const save = endpoint({
  method: 'POST',
  path: '/admin/trackers/:id',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Changes a tracker, or stops and resumes reading it. With another name its tasks are renamed too; those of the same addresses that a removed tracker has left behind become its own. What is left out stays as it is, and so does the key when `key` is empty; another address requires the key again. 409 with `current` for a stale `version`.',
  params,
  body: z.object({
    name: optional(line(100, FILLED)),
    url: optional(url),
    request_field: optional(requestField),
    source: source.optional(),
    key: key.or(z.literal('')).nullish(),
    is_active: optional(z.boolean()),
    version,
  }),
  reply: z.object({ message, tracker }),
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/admin/trackers/:id',
  access: 'admin',
  summary:
    'Removes a tracker. The tasks it has reported are kept as they were last read; with `with_tasks` they are removed too.',
  params,
  query: z.object({ with_tasks: flagText.default(false) }),
  reply: done,
})

export const refetch = endpoint({
  method: 'POST',
  path: '/admin/trackers/:id/files',
  access: 'admin',
  summary:
    'Lets the attachments of a tracker that could not be downloaded be downloaded again, those included that had been given up after six attempts.',
  params,
  reply: z.object({ message, tracker }),
})

export const test = endpoint({
  method: 'POST',
  path: '/admin/trackers/:id/test',
  access: 'admin',
  reads: true,
  summary:
    'Asks a Redmine whose key it is and which projects it shows, to choose from. 422 with a sentence when it does not answer as a Redmine does.',
  params,
  reply: z.object({ message, person: z.string(), projects: z.array(z.object({ id, name: z.string() })) }),
})

/** Issues on a page. With comments, each issue takes a request of its own. */
export const PAGE = 50

export const page = endpoint({
  method: 'POST',
  path: '/admin/trackers/:id/page',
  access: 'admin',
  reads: true,
  summary:
    'Reads the next issues of a Redmine completely, for an import: `{issues}` of all pages together is the JSON that POST /requests/import takes. With `comments` each issue includes its comments. `next` is the offset of the next page; null after the last. With `last` of the page before as `after`, the page begins behind that issue, whatever was deleted meanwhile; by the offset alone an issue would be skipped. 422 with a sentence when it does not answer.',
  params,
  body: z.object({
    project: id.nullish(),
    /** The number of issues before this page. */
    offset: orElse(z.int().min(0).max(10_000_000), 0),
    /** The number of the last issue before this page. */
    after: id.nullish(),
    comments: orElse(z.boolean(), true),
  }),
  reply: z.object({
    message,
    issues: z.array(z.record(z.string(), z.unknown())),
    total: z.int(),
    next: z.int().nullable(),
    /** The number of the last issue of the page; null if the page is empty. */
    last: id.nullable(),
  }),
})
