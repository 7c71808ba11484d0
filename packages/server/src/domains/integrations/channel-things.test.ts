import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makeCompany, makePeople, makeRelease } from '../../testing/making/make.ts'
import { channelThings } from './queries/channel-things.ts'

let product: TestApp
beforeAll(async () => void (product = await testApp()))
afterAll(() => product.close())

test('channels name a company as people read it', async () => {
  const { db } = product.deps
  const { manager: author_id } = await makePeople(db)
  const company_id = await makeCompany(db, { namecomp: 'АО &quot;Порт&quot;' })
  const release_id = await makeRelease(db, { author_id, title: 'Весна' }, { companies: [company_id] })
  const id = await makeAgreement(db, { author_id, release_id, company_id })
  expect(await channelThings(db, 'agreement', [id])).toMatchObject([{ title: 'Весна – АО "Порт"' }])
})
