import { expect, onTestFinished, test } from 'vitest'
import { agreements } from '@vypusk/contract'
import { testApp } from '../testing/app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { generateDemo } from './generate.ts'

test('companies are asked for dates that suit their calendars, but for the one that has closed its day since', async () => {
  const database = await createTestDatabase()
  await generateDemo({ config: database.config, requests: 2000, today: '2026-11-20', putFile: async () => {} })
  const product = await testApp({}, { database, start: '2026-11-20T09:00:00.000Z' })
  onTestFinished(product.close)
  const manager = await product.as('manager')
  const query = { per_page: 500, date_from: '2026-11-20' }
  const { data } = (await manager(agreements.list, { query })).body
  const details = await Promise.all(
    data.map(async ({ id }) => (await manager(agreements.get, { params: { id } })).body),
  )
  const ofCalendars = details.filter(({ company_zone }) => company_zone !== null)
  expect(ofCalendars.length).toBeGreaterThan(3)
  const kinds = details.flatMap(({ objections }) => objections.map(({ kind }) => kind))
  expect(kinds.filter((kind) => kind === 'hours')).toEqual([])
  expect(kinds.filter((kind) => kind === 'closed')).toHaveLength(1)
})
