import { auth, endpoints, errorReply, statusesOf, type AnyEndpoint } from '@vypusk/contract'
import { MEDIA, streamTypeOf } from '../documents/media.ts'
import { EXAMPLES } from './examples.ts'
import { GUIDE } from './guide.ts'
import { refusalComponents, refusalsOf } from './refusals.ts'
import { createSchemas, parametersOf, pascalOf, type Json, type Schemas } from './schemas.ts'

/** `/api/openapi.json`, made from the same values that mount the routes and type the browser's calls. */

const BYTES = { type: 'string', format: 'binary' }

const IDEMPOTENCY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A call with the same key by the same person within 24 hours is answered with the first reply.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const camel = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

/** The body of uploads; other fields belong to the endpoint. */
const MULTIPART: Json = {
  type: 'object',
  properties: { file: { type: 'array', items: BYTES }, version: { type: 'array', items: { type: 'string' } } },
  required: ['file'],
  additionalProperties: { type: 'string' },
}

/** What directories are answered: resources of RFC 7643, whose own schemas are at `/scim/v2/Schemas`. */
const RESOURCE: Json = { type: 'object', additionalProperties: true }

function requestBody(name: string, { body, multipart, method, access }: AnyEndpoint, schemas: Schemas): Json {
  if (multipart) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: MULTIPART } } } }
  if (method === 'PATCH' && !body)
    return { requestBody: { required: true, content: { 'application/offset+octet-stream': { schema: BYTES } } } }
  if (!body) return {}
  const schema = schemas.incoming(`${pascalOf(name)}Body`, body)
  const example = EXAMPLES[name] === undefined ? {} : { example: EXAMPLES[name] }
  const type = access === 'directory' ? MEDIA.directory : MEDIA.json
  return { requestBody: { required: true, content: { [type]: { schema, ...example } } } }
}

/** What of a stream can be described: other than bytes. */
const SHAPES: Partial<Record<string, Json>> = { events: { type: 'string' }, message: { type: 'object' } }

function contentOf(name: string, endpoint: AnyEndpoint, schemas: Schemas): Json {
  const { access, reply, stream = 'bytes' } = endpoint
  const json = reply ? { [MEDIA.json]: { schema: schemas.outgoing(`${pascalOf(name)}Reply`, reply) } } : {}
  const type = streamTypeOf(endpoint)
  if (type === undefined) return json
  return { ...json, [type]: { schema: access === 'directory' ? RESOURCE : (SHAPES[stream] ?? BYTES) } }
}

/** All of it, or the range that was requested. */
const WITH_CONTENT = new Set([200, 206])

/** Successful responses: the reply, and statuses that the summary mentions (201, 204 …). */
function goodOf(name: string, endpoint: AnyEndpoint, schemas: Schemas): Json {
  const content = contentOf(name, endpoint, schemas)
  const statuses = statusesOf(endpoint).filter((status) => status < 400)
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: endpoint.summary,
        ...(WITH_CONTENT.has(status) && Object.keys(content).length > 0 ? { content } : {}),
      },
    ]),
  )
}

function operationOf(name: string, endpoint: AnyEndpoint, schemas: Schemas): Json {
  const { access, params, query, creates, summary } = endpoint
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...(creates ? [IDEMPOTENCY] : []),
  ]
  const [first = summary] = summary.split(/(?<=[.;]) /)
  return {
    operationId: camel(pascalOf(name)),
    summary: first.replace(/[.;]$/, ''),
    ...(first === summary ? {} : { description: summary }),
    tags: [name.split('.')[0]],
    security: access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(name, endpoint, schemas),
    responses: { ...goodOf(name, endpoint, schemas), ...refusalsOf(statusesOf(endpoint), access) },
  }
}

/** The document of all endpoints with the components they need. */
export function openApiDocument(): Json {
  const schemas = createSchemas()
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(name, endpoint, schemas)
  }
  const error = schemas.outgoing('ErrorReply', errorReply)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Выпуск',
      version: auth.APP_VERSION,
      description: GUIDE,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session, or one from «Токены API».' },
      },
      responses: refusalComponents,
      schemas: schemas.components([paths, error]),
    },
  }
}
