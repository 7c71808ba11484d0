import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCompanies, requests } from '@vypusk/contract'
import { present } from '../../../testing/present.ts'
import { testApp, type TestApp } from '../../../testing/app.ts'
import { withFile } from '../../../testing/file.ts'
import { makeCompany, makeModule, makePeople, makePerson } from '../../../testing/making/make.ts'
import { staffBy } from '../../auth/port.ts'
import { importRequests } from './import-requests.ts'

/** Companies use the modules of the requests that are imported for them. */

let product: TestApp
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
})
afterAll(() => product.close())

/** Imports a request for a company, in a module. */
async function take(company: number, module: number, key: string) {
  const actor = { deps: product.deps, person: present(await staffBy(product.deps.db)) }
  await withFile(`key,title\n${key},Заявка\n`, (path) =>
    importRequests(actor, { path, source: 'Прежняя', company, module, mapping: {}, dryRun: false }),
  )
}

test('a form of the company that was opened before an import takes no module from it', async () => {
  const { db } = product.deps
  const company = await makeCompany(db, { namecomp: 'Порт' })
  const module = await makeModule(db)
  await makePerson(db, 'of.port', { idcomp: company })
  const admin = await product.as('admin')
  const read = async () => (await admin(adminCompanies.get, { params: { id: company } })).body
  const opened = await read()
  await take(company, module, '1')
  const save = (version: number) =>
    admin(adminCompanies.save, { params: { id: company }, body: { namecomp: 'Порт Юг', modules: [], version } })
  const late = await save(opened.version)
  expect([late.status, late.refusal['current']]).toMatchObject([409, { modules: [{ idmod: module }] }])
  const client = await product.as('of.port')
  expect((await client(requests.tickets, { body: {} })).body.total).toBe(1)

  // Nothing has changed for the company this time.
  const { version } = await read()
  await take(company, module, '2')
  expect((await read()).version).toBe(version)
})
