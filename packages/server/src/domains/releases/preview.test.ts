import { afterAll, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { makePublication } from '../../testing/making/make-publication.ts'
import { releasesWorld } from '../../testing/releases.ts'

const { product, db, people, staff, client, both, newRelease, newRequest } = await releasesWorld()
afterAll(() => product.close())

const READS = [
  releases.get,
  releases.getTerms,
  releases.getDescription,
  releases.getFiles,
  releases.getHistory,
] as const

test('staff viewing as a company read exactly what the company reads', async () => {
  const id = await newRelease({ comment: 'Для своих', terms: '<p>Правила</p>' })
  const requests = [await newRequest(), await newRequest({ idcomp: people.company2, author_id: people.client2 })]
  await staff(releases.addRequests, { params: { id }, body: { requests } })
  await makePublication(db, { author_id: people.manager }, [{ release_id: id, customers: [people.company1] }])
  await makePublication(db, { author_id: people.manager }, [{ release_id: id, customers: [people.company2] }])
  for (const endpoint of READS) {
    const own = await client(endpoint, { params: { id } })
    const seen = await staff(endpoint, { params: { id }, query: { as_company: people.company1 } })
    expect([own.status, seen.status]).toEqual([200, 200])
    expect(seen.body).toEqual(own.body)
  }
  const { body } = await staff(releases.get, { params: { id }, query: { as_company: people.company1 } })
  expect(body.release_ready).toHaveLength(1)
  expect(body.requests).toHaveLength(1)
})

test('a hidden release is shown to staff as it will be, and still not to the company', async () => {
  const id = await newRelease({ is_visible_for_client: false })
  const seen = await staff(releases.get, { params: { id }, query: { as_company: people.company1 } })
  expect(seen.status).toBe(200)
  expect(seen.body.companies.map(({ idcomp }) => idcomp)).toEqual([people.company1])
  expect(seen.body).not.toHaveProperty('comment')
  const query = { as_company: people.company1 }
  expect((await client(releases.get, { params: { id }, query })).status).toBe(403)
})

test('staff can view as a company of the release only, and a client only as itself', async () => {
  const id = await newRelease({}, { ...both(), companies: [people.company1] })
  const call = { params: { id }, query: { as_company: people.company2 } }
  expect(await staff(releases.get, call)).toMatchObject({
    status: 422,
    refusal: { message: 'Компания не входит в релиз' },
  })
  const own = await client(releases.get, call)
  expect(own.body.companies.map(({ idcomp }) => idcomp)).toEqual([people.company1])
  expect(
    (await (await product.as('client2'))(releases.get, { ...call, query: { as_company: people.company1 } })).status,
  ).toBe(403)
})
