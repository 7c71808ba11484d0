import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreements, endpoints, mcp, threads } from '@vypusk/contract'
import { projectRoot } from '../../platform/runtime/places.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { assistantOf, openEndpoint, type Assistant, type AssistantEndpoint } from '../../testing/assistant.ts'
import { makeAgreement, makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

let product: TestApp
let assistantEndpoint: AssistantEndpoint
let people: Awaited<ReturnType<typeof makePeople>>
const opened: Assistant[] = []
const assistant = async (...input: Parameters<typeof assistantOf> extends [unknown, ...infer Rest] ? Rest : never) => {
  const made = await assistantOf(assistantEndpoint, ...input)
  opened.push(made)
  return made
}
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  assistantEndpoint = await openEndpoint(product)
})
afterAll(async () => {
  await Promise.all(opened.map(({ client }) => client.close()))
  await product.close()
})

const DATES = { start_date: '2026-03-06', plan_date: '2026-03-20' }
const DATE = { releaseDate: '2026-03-20', releaseTime: '22:00' }

describe('the main task, done by assistants', () => {
  test('goes from a request to the client’s approval, and ends before the publication', async () => {
    const [staff, client] = [await assistant('manager'), await assistant('client1')]

    const form = await client.use<{ types: { id: number }[] }>('request_form')
    const wish = { e_title: 'Печать этикеток', text: 'Нужна печать', module: people.module }
    const fields = { ...wish, type: form.reply.types[0]?.id, priority: 1 }
    const made = await client.use<{ request: { id: number } }>('create_request', fields)
    expect(made.refused).toBeNull()
    const { id: request } = made.reply.request

    const saved = await staff.use<{ release: { id: number } }>('save_release', {
      id: 0,
      title: 'Весенний',
      start_date: '2026-03-06',
      plan_date: DATE.releaseDate,
      is_visible_for_client: true,
      idempotency_key: 'spring',
    })
    const { id: release } = saved.reply.release
    const added = await staff.use('add_requests_to_release', {
      id: release,
      requests: [request],
      bring: { companies: true, modules: true },
    })
    expect(added.refused).toBeNull()

    const agreement = await staff.use<{ id: number }>('add_agreement', {
      release_id: release,
      company_id: people.company1,
      recipients: [people.client1],
      recipientsExtra: [],
      ...DATE,
    })
    const { id } = agreement.reply
    expect((await staff.use('ask_companies', { ids: [id] })).refused).toBeNull()

    const waiting = await client.use<{ data: { entity_id: number }[] }>('waiting_for_me')
    expect(JSON.stringify(waiting.reply)).toContain('Весенний')
    const yes = { updateTarget: agreements.updateTargets.approve, value: true }
    expect(await client.use('update_agreement', { id, body: yes })).toMatchObject({ refused: null })
    const { reply } = await staff.use('agreement', { id })
    expect(reply).toMatchObject({ by_rivc: true, by_client: true, history: expect.any(Array) })
    const ready = await staff.use('readiness', { release_ids: String(release) })
    expect(ready.refused).toBeNull()

    expect((await staff.names()).filter((name) => /publish|delete|remove|withdraw/.test(name))).toEqual([])
    await expect(staff.use('publish')).rejects.toThrow('Такого инструмента нет: publish')
    expect([...staff.faults, ...client.faults]).toEqual([])
  })

  test('leaves the same records in the history as the screens do', async () => {
    const staff = await assistant('manager')
    const request = await makeRequest(product.deps.db, {
      author_id: people.client1,
      idcomp: people.company1,
      idmod: people.module,
    })
    await staff.use('write_to_request', { id: request, html: '<p>Сделаем к весне</p>', idempotency_key: 'once' })
    await staff.use('write_to_request', { id: request, html: '<p>Сделаем к весне</p>', idempotency_key: 'once' })
    const manager = await product.as('manager')
    const { body } = await manager(threads.of, { params: { entity: 'request', id: request } })
    expect(JSON.stringify(body).match(/Сделаем к весне/g)).toHaveLength(1)
  })
})

describe('the rights of an assistant', () => {
  test('are those of its person and its token, with the product’s own refusals', async () => {
    const [reads, client] = [await assistant('manager', 'read'), await assistant('client2')]
    const release = await makeRelease(
      product.deps.db,
      { author_id: people.manager, title: 'Чужой' },
      { companies: [people.company1], modules: [people.module] },
    )
    const agreement = await makeAgreement(product.deps.db, {
      release_id: release,
      company_id: people.company1,
      author_id: people.manager,
    })
    const refused = async (who: Assistant, tool: string, overrides: object) => (await who.use(tool, overrides)).refused
    expect(await refused(reads, 'write_to_request', { id: 1, html: 'x' })).toBe(
      'Этого токена недостаточно: сделайте токен с большими правами',
    )
    expect(await refused(client, 'agreement', { id: agreement })).toMatch(/не найден/i)
    expect(await refused(client, 'release', { id: release })).toBe('Нет доступа к данному релизу')
    expect(await refused(client, 'backlog', {})).toBe('Это делают сотрудники поставщика')
    expect(await refused(client, 'create_request', { e_title: '' })).toMatch(/^Проверьте поля[^]*e_title: /)
    expect(await refused(client, 'release', { id: 1, colour: 'red' })).toMatch(/colour: Такого поля здесь нет$/)
    expect(await refused(client, 'release', {})).toMatch(/id: Заполните поле$/)
    expect(await refused(client, 'create_request', { idempotency_key: 5 })).toContain('от 1 до 200 знаков')
  })

  test('offers tools by side and by scope', async () => {
    const names = async (login: string, scope?: 'read' | 'write') =>
      new Set(await (await assistant(login, scope)).names())
    const [staff, reads, client] = [await names('manager'), await names('manager', 'read'), await names('client1')]
    expect([...reads].filter((name) => !staff.has(name))).toEqual([])
    expect(reads.has('release') && client.has('create_request') && staff.has('save_release')).toBe(true)
    expect(reads.has('save_release') || client.has('save_release') || client.has('backlog')).toBe(false)
    const { tools } = await opened.at(-2)!.client.listTools()
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  })

  test('null is as good as an argument left out, which the tools’ schemas allow', async () => {
    const staff = await assistant('manager')
    const nulls = { page: null, order_by: null, isDesc: null }
    expect(await staff.use('agreements', nulls)).toMatchObject({ refused: null, reply: { current_page: 1 } })
    expect(await staff.use('releases', nulls)).toMatchObject({ refused: null, reply: { current_page: 1 } })
    const made = { ...DATES, id: 0, title: 'Летний', comment: 'Да', idempotency_key: null }
    expect((await staff.use('save_release', made)).refused).toBeNull()
  })

  test('a body that is one argument may be written as its text, as many assistants do', async () => {
    const staff = await assistant('manager')
    const release = await makeRelease(product.deps.db, { author_id: people.manager }, { companies: [people.company1] })
    const made = await staff.use<{ id: number }>('add_agreement', { release_id: release, company_id: people.company1 })
    const { id } = made.reply
    const body = { updateTarget: 4, ...DATE }
    expect((await staff.use('update_agreement', { id, body: JSON.stringify(body) })).refused).toBeNull()
    expect((await staff.use('agreement', { id })).reply).toMatchObject(DATE)
    for (const wrong of [5, null, ['x'], true])
      expect((await staff.use('update_agreement', { id, body: wrong })).refused).toMatch(/^Проверьте поля/)
    expect((await staff.use('update_agreement', { id, body: 'дата 5 марта' })).refused).toMatch(/не JSON/)
  })

  test('a call that names no tool is refused in our words, not with what the library checks by', async () => {
    const manager = await product.as('manager')
    const headers = { accept: 'application/json, text/event-stream' }
    for (const params of [undefined, {}, { name: 5 }, { name: 'release', arguments: 'all' }]) {
      const body = { jsonrpc: '2.0' as const, id: 7, method: 'tools/call', ...(params && { params }) }
      const reply = await manager(mcp.send, { body, headers })
      const error = { code: -32_602, message: expect.stringMatching(/^Назовите инструмент/) }
      expect([reply.status, reply.body]).toEqual([200, { jsonrpc: '2.0', id: 7, error }])
    }
  })

  test.each([
    ['initialize', undefined],
    ['initialize', { protocolVersion: 5 }],
    ['tools/list', { cursor: 5 }],
  ])('%s with params %j is refused in our words', async (method, params) => {
    const manager = await product.as('manager')
    const headers = { accept: 'application/json, text/event-stream' }
    const body = { jsonrpc: '2.0' as const, id: 7, method, ...(params && { params }) }
    const reply = await manager(mcp.send, { body, headers })
    const error = { code: -32_602, message: 'В params не то, чего требует этот метод Model Context Protocol' }
    expect([reply.status, reply.body]).toEqual([200, { jsonrpc: '2.0', id: 7, error }])
  })

  test('a stale version is answered with the current state', async () => {
    const staff = await assistant('manager')
    const release = await makeRelease(product.deps.db, { author_id: people.manager, title: 'Спорный' }, {})
    const { refused } = await staff.use('write_release_description', { id: release, description: 'x', version: 900 })
    expect(refused).toMatch(/^Запись уже изменил другой человек[^]*"current"/)
  })

  test('limits are those of calls, however they are made', async () => {
    const strict = await testApp({ RATE_TOKENS: '2' })
    const { module } = await makePeople(strict.deps.db)
    const hasty = await assistantOf(await openEndpoint(strict), 'client1')
    const write = () => hasty.use('create_request', { module, type: 1, e_title: 'Скорее' })
    const answers = [await write(), await write(), await write()].map(({ refused }) => refused)
    expect(answers).toEqual([null, null, expect.stringMatching(/Повторите через/)])
    await hasty.client.close()
    await strict.close()
  })

  test('null stands for an argument of a list that is left out', async () => {
    const staff = await assistant('manager')
    const { tools } = await staff.client.listTools()
    const lists = tools.filter(
      ({ inputSchema, annotations }) => annotations?.readOnlyHint && (inputSchema.required ?? []).length === 0,
    )
    expect(lists.length).toBeGreaterThan(9)
    for (const { name, inputSchema } of lists) {
      const nothing = Object.fromEntries(Object.keys(inputSchema.properties ?? {}).map((field) => [field, null]))
      expect([name, (await staff.use(name, nothing)).refused]).toEqual([name, null])
    }
  })

  test('nobody gets in without a token, and a GET is answered with the method to use', async () => {
    const ask = (method: string) => fetch(`${assistantEndpoint.url}/api/mcp`, { method })
    expect((await ask('POST')).status).toBe(401)
    const manager = await product.as('manager')
    for (const endpoint of [mcp.listen, mcp.end]) {
      expect(await manager(endpoint)).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    }
    const accept = 'application/json, text/event-stream'
    const none = await manager(mcp.send, { body: { jsonrpc: '2.0' }, headers: { accept: 'text/html' } })
    expect([none.status, none.refusal.message]).toEqual([406, expect.stringContaining('в заголовке Accept')])
    const empty = await manager(mcp.send, { body: { jsonrpc: '2.0' }, headers: { accept } })
    expect([empty.status, empty.refusal.message]).toEqual([400, expect.stringContaining('не сообщение')])
    const many = await manager(mcp.send, { body: [] as never })
    expect(many.status).toBe(422)
  })
})

describe('the tools', () => {
  const flagged = Object.entries(endpoints).flatMap(([name, { tool, ...endpoint }]) =>
    tool ? [[name, tool, endpoint] as const] : [],
  )

  test('have unique names', () => {
    const names = flagged.map(([, { name }]) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[a-z][a-z_]{1,63}$/.test(name))).toEqual([])
  })

  test('are all listed in the page about them, and nothing else is', async () => {
    const page = await readFile(join(projectRoot, 'docs/programs.md'), 'utf8')
    const [, table = ''] = /^\| о чём([^]*?)\n\n/m.exec(page) ?? []
    const named = [...table.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    expect(named).toHaveLength(flagged.length)
    expect(new Set(named)).toEqual(new Set(flagged.map(([, { name }]) => name)))
  })

  test.each(flagged)('%s neither publishes nor deletes, and answers in JSON', (name, _tool, endpoint) => {
    expect(['any', 'staff']).toContain(endpoint.access)
    expect(endpoint.method === 'GET' || endpoint.method === 'POST').toBe(true)
    expect(endpoint.multipart ?? endpoint.bySessionOnly ?? false).toBe(false)
    expect(endpoint.stream === undefined || endpoint.stream === 'excel').toBe(true)
    expect(endpoint.reply).toBeDefined()
    expect(name).not.toMatch(/\.(publish|saveDraft|withdraw|remove|delete)/)
    const fields = [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) =>
      Object.keys(schema && 'shape' in schema ? (schema.shape as object) : {}),
    )
    expect(new Set(fields).size).toBe(fields.length)
  })
})
