import { releases } from '@vypusk/contract'
import { testApp } from './app.ts'
import { makePeople, makeRelease, makeRequest } from './making/make.ts'

type Overrides<Make extends (...args: never[]) => unknown> = Partial<Parameters<Make>[1]>

/** The product with its people, and what tests of releases often need. */
export async function releasesWorld(env: Record<string, string> = {}) {
  const product = await testApp(env)
  const { db } = product.deps
  const people = await makePeople(db)
  const staff = await product.as('manager')
  const both = () => ({
    companies: [people.company1, people.company2],
    modules: [people.module],
    users: [people.manager],
  })
  return {
    product,
    db,
    people,
    staff,
    client: await product.as('client1'),
    /** Lists of a release with both companies. */
    both,
    newRelease: (overrides: Overrides<typeof makeRelease> = {}, lists = both()) =>
      makeRelease(db, { author_id: people.manager, ...overrides }, lists),
    newRequest: (overrides: Overrides<typeof makeRequest> = {}) =>
      makeRequest(db, { author_id: people.client1, idcomp: people.company1, idmod: people.module, ...overrides }),
    detail: async (id: number, api = staff) => (await api(releases.get, { params: { id } })).body,
    /** A complete body for saving, with companies as objects and as bare ids. */
    fields: (): releases.ReleaseSave => ({
      title: '2026.12 «Договоры»',
      start_date: '2026-03-02',
      plan_date: '2026-03-31',
      planned_time: 9600,
      short_description: 'Первая строка\nвторая',
      is_visible_for_client: true,
      modules_ids: [people.module],
      users: [{ id: people.manager }],
      companies: [{ idcomp: people.company1 }, people.company2],
    }),
    save: (id: number, body: releases.ReleaseSave, api = staff) => api(releases.save, { params: { id }, body }),
  }
}
