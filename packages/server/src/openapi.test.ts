import { createHmac } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, statusesOf } from '@vypusk/contract'
import { EXAMPLES } from './platform/openapi/examples.ts'
import { GUIDE } from './platform/openapi/guide.ts'
import { signatureOf } from './domains/integrations/rules.ts'
import { testApp, type TestApp } from './testing/app.ts'

interface Operation {
  operationId: string
  parameters?: { name: string }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, unknown>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

let product: TestApp
let text: string
let document: Document
beforeAll(async () => {
  product = await testApp()
  text = (await product.app.inject({ url: '/api/openapi.json' })).body
  document = JSON.parse(text)
})
afterAll(() => product.close())

const operationOf = (name: string) => {
  const { path = '', method = '' } = endpoints[name] ?? {}
  return document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
}

test('the document is valid, and all of its references exist', async () => {
  expect(await new Validator().validate(JSON.parse(text))).toMatchObject({ valid: true })
  const refs = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path))
  expect(refs.size).toBeGreaterThan(50)
  const find = (path: string) =>
    path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  expect([...refs].filter((path) => find(path) === undefined)).toEqual([])
})

test('a client can be generated from it', async () => {
  const made = astToString(await openapiTypescript(JSON.parse(text)))
  expect(made).toContain('requestsCreateRequest: {')
  expect(made).toContain('RequestDetail')
})

test('every endpoint is in it under a unique name, with all its possible answers', () => {
  const all = Object.entries(endpoints).map(([name, endpoint]) => {
    const { operationId = '', responses = {} } = operationOf(name) ?? {}
    const missing = [...statusesOf(endpoint), 500].filter((status) => !(status in responses))
    return { name, operationId, missing }
  })
  expect(all.filter(({ operationId, missing }) => operationId === '' || missing.length > 0)).toEqual([])
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
})

test('every call by a link of a letter says that the link may have ended', () => {
  const byLink = Object.entries(endpoints).filter(([, { path }]) => path.startsWith('/approve/:token'))
  expect(byLink.length).toBeGreaterThan(10)
  expect(byLink.filter(([, endpoint]) => !statusesOf(endpoint).includes(410)).map(([name]) => name)).toEqual([])
})

test('bodies other than JSON and the idempotency key are described', () => {
  expect(operationOf('files.uploadFiles')?.requestBody?.content).toHaveProperty(['multipart/form-data'])
  expect(operationOf('files.appendToUpload')?.requestBody?.content).toHaveProperty(['application/offset+octet-stream'])
  expect(operationOf('requests.backlogSummary')?.responses['200']).toMatchObject({
    content: { 'application/json': {}, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {} },
  })
  expect(operationOf('live.events')?.responses['200']).toMatchObject({ content: { 'text/event-stream': {} } })
  const creating = Object.entries(endpoints).filter(([, { creates }]) => creates)
  const keyed = creating.filter(([name]) =>
    operationOf(name)?.parameters?.some((parameter) => parameter.name === 'Idempotency-Key'),
  )
  expect(keyed).toEqual(creating)
})

test('documents and directories are described by the types they are sent as', () => {
  const typesOf = (name: string, status: number) => {
    const answer = operationOf(name)?.responses[status] as { content?: object } | undefined
    return Object.keys(answer?.content ?? {})
  }
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  expect(typesOf('releases.descriptionDoc', 200)).toEqual([word])
  expect(typesOf('dossiers.get', 200)).toEqual(['application/zip'])
  expect(typesOf('calendar.feed', 200)).toEqual(['text/calendar'])
  expect(typesOf('files.getFile', 206)).toEqual(['application/octet-stream'])
  expect(typesOf('scim.listUsers', 401)).toEqual(['application/scim+json'])
})

test('the examples are valid calls', () => {
  const faults = Object.entries(EXAMPLES).filter(([name, body]) => !endpoints[name]?.body?.safeParse(body).success)
  expect(faults).toEqual([])
})

test('the page opens, and its example code can tell a delivery from a forgery', async () => {
  expect((await product.app.inject({ url: '/api/docs' })).statusCode).toBe(200)
  expect((await product.app.inject({ url: '/api/docs/static/theme/vypusk.css' })).statusCode).toBe(200)
  const [, code = ''] = /```js\n([^]*?)```/.exec(GUIDE) ?? []
  const { isFromVypusk } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isFromVypusk: (secret: string, headers: Record<string, string>, body: string) => boolean
  }
  const seconds = Math.floor(Date.now() / 1000)
  const headersOf = (signature: string) => ({ 'x-vypusk-timestamp': String(seconds), 'x-vypusk-signature': signature })
  expect(isFromVypusk('secret', headersOf(signatureOf('secret', seconds, '{}')), '{}')).toBe(true)
  expect(isFromVypusk('secret', headersOf(signatureOf('secret', seconds, '{}')), '{ }')).toBe(false)
  expect(
    isFromVypusk('secret', headersOf(`sha256=${createHmac('sha256', 'x').update('{}').digest('hex')}`), '{}'),
  ).toBe(false)
})

test('replies of the API are compressed for callers that accept it, except small ones', async () => {
  const call = { url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip, br' } }
  const { headers, rawPayload } = await product.app.inject(call)
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('accept-encoding') })
  expect(rawPayload.length).toBeLessThan(text.length / 5)
  expect(gunzipSync(rawPayload).toString()).toBe(text)
  const { headers: small } = await product.app.inject({ ...call, url: '/api/health' })
  expect(small['content-encoding']).toBeUndefined()
})
