import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { address, done, id, idText, line, message, moment } from './values.ts'

/** Trackers of developers that the product reads by itself: Redmine, by its REST interface and a key. */

/** How old what is said of tasks may be while the tracker answers, in seconds. */
export const READ_EACH_SECONDS = 20

const FILLED = { empty: 'Заполните поле' }
/** What people of a tracker call the field that names a request, unless somebody says otherwise. */
export const REQUEST_FIELD = 'Заявка'
const LATIN = /^[\x21-\x7e]*$/
/** As it leaves in a header. */
const key = line(200, FILLED).regex(LATIN, 'Ключ – латинские буквы и цифры без пробелов')

const tracker = z.object({
  id,
  name: z.string(),
  url: z.string(),
  /** Whose keys the tracker's own numbers are, among the sources of imports. */
  source: z.string().nullable(),
  request_field: z.string(),
  is_active: z.boolean(),
  /** As of when all that is known of it is so; null before it was read to its end. */
  read_at: moment.nullable(),
  failing_since: moment.nullable(),
  /** Why nothing is read, in Russian. */
  failure: z.string().nullable(),
  /** Tasks of requests that it has said. */
  issues: z.int().min(0),
  /** Attachments of the requests that were brought from it: those that are files here, those it is still asked for, and those it did not give. */
  files: z.object({ kept: z.int(), waiting: z.int(), failed: z.int() }),
  created_at: moment,
})
export type Tracker = z.output<typeof tracker>

const fields = {
  url: address('Укажите адрес вида https://redmine.example.ru без имени и пароля').transform((url) =>
    url.replace(/\/+$/, ''),
  ),
  request_field: line(100, FILLED).default(REQUEST_FIELD),
  source: line(200)
    .nullish()
    .transform((source) => source || null),
}
const params = z.object({ id: idText })

export const list = endpoint({
  method: 'GET',
  path: '/admin/trackers',
  access: 'admin',
  summary: 'Trackers of developers that are read, how they fare and as of when; never their keys.',
  reply: z.object({ trackers: z.array(tracker) }),
})

export const create = endpoint({
  method: 'POST',
  path: '/admin/trackers',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Connects a Redmine by its address and a key of its REST interface. From now on it is read every 20 seconds: an issue is a task of the request that its field `request_field` names (by number or by former key), else of the request that was brought here from the issue itself or from one above it. 422 when the address or the name is taken for none.',
  body: z.object({ ...fields, name: line(100, FILLED), key }),
  reply: z.object({ message, tracker }),
})

export const save = endpoint({
  method: 'POST',
  path: '/admin/trackers/:id',
  access: 'admin',
  bySessionOnly: true,
  summary: 'Changes one, or stops and resumes reading it. Without `key` the key stays; another address needs it anew.',
  params,
  body: z.object({ ...fields, key: key.or(z.literal('')).nullish(), is_active: z.boolean() }),
  reply: z.object({ message, tracker }),
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/admin/trackers/:id',
  access: 'admin',
  summary: 'Takes one away. The tasks it has said stay, as old as they are.',
  params,
  reply: done,
})

export const test = endpoint({
  method: 'POST',
  path: '/admin/trackers/:id/test',
  access: 'admin',
  reads: true,
  summary:
    'Asks one who the key is of and which projects it shows, to choose from. 422 with a sentence when it does not answer as a Redmine does.',
  params,
  reply: z.object({ message, person: z.string(), projects: z.array(z.object({ id, name: z.string() })) }),
})

/** Issues of a page; each is asked for by itself where its comments are wanted. */
export const PAGE = 50

export const page = endpoint({
  method: 'POST',
  path: '/admin/trackers/:id/page',
  access: 'admin',
  reads: true,
  summary:
    'Reads the next issues of a Redmine whole, for an import: `{issues}` of all pages together is the JSON that POST /requests/import takes. With `comments` each comes with what was said of it. `next` is the offset of the next page; null after the last. 422 with a sentence when it does not answer.',
  params,
  body: z.object({
    project: id.nullish(),
    offset: z.int().min(0).max(10_000_000).default(0),
    comments: z.boolean().default(true),
  }),
  reply: z.object({
    message,
    issues: z.array(z.record(z.string(), z.unknown())),
    total: z.int(),
    next: z.int().nullable(),
  }),
})
