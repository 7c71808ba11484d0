import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requests } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

/** A request in a release that was closed without being handed over to its company is not planned for any day. */

const CLOSED = 6
let product: TestApp
let manager: Api
let clients: Api[]
let release_id: number
let ids: number[]

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const people = await makePeople(db)
  const companies = [people.company1, people.company2]
  release_id = await makeRelease(db, { author_id: people.manager, title: 'Весенний' }, { companies })
  const own = { idmod: people.module, release_id }
  ids = [
    await makeRequest(db, { ...own, author_id: people.client1, idcomp: people.company1 }),
    await makeRequest(db, { ...own, author_id: people.client2, idcomp: people.company2 }),
  ]
  manager = await product.as('manager')
  clients = [await product.as('client1'), await product.as('client2')]
})
afterAll(() => product.close())

/** What the list, the request and the workbook say to somebody about the request: called off, and its plan date. */
async function said(api: Api, id: number | undefined) {
  const endpoint = api === manager ? requests.backlogSummary : requests.tickets
  const listed = (await api(endpoint, { body: { ids: [id!] } })).body.data[0]?.release
  const shown = (await api(requests.getRequest, { params: { id: id! } })).body.release
  expect(shown).toEqual(listed)
  const [head = [], row = []] = await readSheet((await api(endpoint, { body: { ids: [id!], isExcel: true } })).raw)
  const cell = (title: string) => row[head.indexOf(title)]
  expect(cell('Релиз')).toBe('Весенний')
  expect(cell('План релиза')).toEqual(listed?.called_off ? null : new Date(`${listed?.plan_date}T00:00:00Z`))
  expect(cell('Релиз закрыт')).toBe(listed?.called_off ? 'без публикации' : null)
  return listed?.called_off
}

const saidToAll = async () => {
  const own = await Promise.all(clients.map((client, n) => said(client, ids[n])))
  expect(await Promise.all(ids.map((id) => said(manager, id)))).toEqual(own)
  return own
}

test('to both sides, and by company', async () => {
  const { db } = product.deps
  const turn = (values: { step_id?: number; published_at?: string }) =>
    db.updateTable('releases').set(values).where('id', '=', release_id).execute()
  expect(await saidToAll()).toEqual([false, false])
  await turn({ step_id: CLOSED })
  expect(await saidToAll()).toEqual([true, true])
  const { id: author_id } = await db
    .selectFrom('users')
    .select('id')
    .where('login', '=', 'manager')
    .executeTakeFirstOrThrow()
  const { idcomp } = await db
    .selectFrom('requests')
    .select('idcomp')
    .where('id', '=', ids[1]!)
    .executeTakeFirstOrThrow()
  await makePublication(db, { author_id }, [{ release_id, customers: [idcomp] }])
  await turn({ published_at: '2026-03-01T09:00:00.000Z' })
  expect(await saidToAll()).toEqual([true, false])
  await turn({ step_id: 1 })
  expect(await saidToAll()).toEqual([false, false])
})
