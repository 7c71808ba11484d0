import { refusals, type AnyEndpoint } from '@vypusk/contract'
import { MEDIA } from '../documents/media.ts'
import type { Json } from './schemas.ts'

/** What each status means for any call, with a sentence of the product as an example. */
const MEANINGS: Record<number, [name: string, description: string, example: string]> = {
  400: ['BadSyntax', 'Not valid JSON or multipart, or nested too deeply.', refusals.bad_syntax[1]],
  401: ['NoSession', 'No token, or one that has ended.', refusals.no_session[1]],
  403: ['Forbidden', 'Not allowed for this person, or not for this token.', refusals.forbidden[1]],
  404: ['NotFound', 'It does not exist, or the caller may not know of it.', refusals.not_found[1]],
  405: ['NoSuchWay', 'Another method is needed: `Allow` says which.', 'Здесь отвечают только на сообщения ассистентов'],
  406: ['NotTaken', 'The caller does not accept the format of the answer.', 'Not Acceptable'],
  409: [
    'Conflict',
    'Changed by somebody else meanwhile (`current` is the present state), or it already exists.',
    refusals.stale[1],
  ],
  410: ['Gone', 'No longer valid: a link that was used, was withdrawn or has ended.', 'Ссылка больше не действует'],
  412: ['AnotherVersion', 'Changed since it was read: `If-Match` names another version.', refusals.stale[1]],
  413: ['TooLarge', 'The body or a file is too large.', refusals.too_large[1]],
  416: ['NoSuchRange', 'The file is shorter than the requested range.', 'В файле нет такого места'],
  422: ['Invalid', 'Understood, but not acceptable: `errors` gives the reasons by field.', refusals.invalid[1]],
  429: ['TooMany', 'Too many calls: try again after `Retry-After` seconds.', refusals.too_many[1]],
  500: ['OwnFault', 'An internal error; its `id` is also in the log.', refusals.own_fault[1]],
  503: [
    'Away',
    'The database or the server is unavailable: try again after `Retry-After` seconds.',
    refusals.database_away[1],
  ],
}
const WITH_PAUSE = new Set([429, 503])
const BEYOND: Record<number, Json> = {
  409: { current: { type: 'object', description: 'The present state, if it was changed meanwhile.' } },
  500: { id: { type: 'string', description: 'Identifies the error in the log.' } },
}
const FIELDS = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
const PAUSE = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } }

function bodyOf(status: number, example: string): Json {
  const properties = { message: { type: 'string' }, ...(status === 422 ? { errors: FIELDS } : {}), ...BEYOND[status] }
  return {
    schema: { type: 'object', properties, required: ['message'], additionalProperties: true },
    example: status === 422 ? { message: example, errors: { e_title: ['Заполните поле'] } } : { message: example },
  }
}

/** Responses shared by all calls that give them. */
export const refusalComponents: Json = Object.fromEntries(
  Object.entries(MEANINGS).map(([status, [name, description, example]]) => [
    name,
    {
      description,
      ...(WITH_PAUSE.has(Number(status)) ? { headers: PAUSE } : {}),
      content: { 'application/json': bodyOf(Number(status), example) },
    },
  ]),
)

/** Errors in the form of directories (RFC 7644, 3.12). */
const SCIM_ERROR: Json = {
  type: 'object',
  properties: {
    schemas: { type: 'array', items: { type: 'string' } },
    status: { type: 'string' },
    scimType: { type: 'string' },
    detail: { type: 'string' },
  },
  required: ['schemas', 'status'],
}

/** Those of the statuses that are refusals; callers other than directories share theirs. */
export const refusalsOf = (statuses: readonly number[], access: AnyEndpoint['access']): Json =>
  Object.fromEntries(
    [...statuses, 500].flatMap((status) => {
      const [name, description] = MEANINGS[status] ?? []
      if (name === undefined) return []
      const shared = { $ref: `#/components/responses/${name}` }
      return [
        [
          String(status),
          access === 'directory' ? { description, content: { [MEDIA.directory]: { schema: SCIM_ERROR } } } : shared,
        ],
      ]
    }),
  )
