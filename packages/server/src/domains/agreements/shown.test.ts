import { beforeAll, expect, test } from 'vitest'
import { agreements, calendar, finding, offers, releases, threads } from '@vypusk/contract'
import { agreementWorld, newRelease } from '../../testing/agreements.ts'
import { makeAgreement } from '../../testing/making/make.ts'
import { makePublication } from '../../testing/making/make-publication.ts'

/** Lists are filtered and counted by what their rows show as their status (product.md, agreements). */

const world = agreementWorld()
const CLOSED_STEP = 6
const DAY = '2026-03-05'
const asked = { by_rivc: true, heard_at: '2026-03-01T09:00:00.000Z', sent_at: '2026-03-01T09:00:00.000Z' }

const states = {
  required: { releaseDate: '2026-03-20' },
  overdueUnasked: { releaseDate: DAY },
  sent: { releaseDate: '2026-03-20', ...asked },
  passed: { releaseDate: DAY, ...asked },
  agreed: { releaseDate: DAY, ...asked, by_client: true },
  withdrawn: { releaseDate: '2026-03-20', withdrawn_at: asked.sent_at },
}
/** What rows show to staff, and the codes that only clients see beside it. */
const everyCode = [-6, -4, -3, -2, -1, 0, 1, 2]
const shows = { manager: agreements.shownStatus, client1: agreements.shownToClient }
const codesFor = { manager: everyCode, client1: [-6, agreements.PROVIDER_TURN, ...everyCode.slice(1)] }
const replied: number[] = []

beforeAll(async () => {
  const { product, people } = world
  const { db } = product.deps
  const common = { author_id: people.manager, company_id: people.company1 }
  for (const state of Object.values(states)) {
    await makeAgreement(db, { ...common, ...state, release_id: await newRelease(world) })
    const closed = await newRelease(world)
    await db.updateTable('releases').set({ step_id: CLOSED_STEP }).where('id', '=', closed).execute()
    await makeAgreement(db, { ...common, ...state, release_id: closed })
    const got = await newRelease(world)
    const item = { release_id: got, customers: [people.company1] }
    await makePublication(db, { author_id: people.manager }, [item])
    await makeAgreement(db, { ...common, ...state, release_id: got })
  }
  const release_id = await newRelease(world)
  await db
    .insertInto('not_publishing_list')
    .values({ release_id, idcomp: people.company1, user_id: people.manager, at: asked.sent_at, reason: '' })
    .execute()
  await makeAgreement(db, { ...common, ...states.sent, release_id })
  for (const other of [await newRelease(world), await newRelease(world)])
    replied.push(await makeAgreement(db, { ...common, ...states.sent, release_id: other }))
  const [offered, remarked] = replied.map((id) => ({ id })) as [{ id: number }, { id: number }]
  await world.client1(offers.propose, {
    params: offered,
    body: { releaseDate: '2026-03-24', releaseTime: null, reason: '' },
  })
  await world.client1(threads.raise, {
    params: { entity: 'agreement', ...remarked },
    body: { html: '<p>Мешает инвентаризация</p>', blocks: true },
  })
})

const sorted = (ids: (number | null)[]) => ids.toSorted((a, b) => Number(a) - Number(b))

test.each(['manager', 'client1'] as const)('what %s filters by is what the rows show', async (who) => {
  const list = async (query: object) => (await world[who](agreements.list, { query: { per_page: 200, ...query } })).body
  const all = await list({})
  const idsOf = (code: number) => all.data.filter((row) => shows[who](row) === code).map(({ id }) => id)
  for (const code of codesFor[who]) {
    const { data, counts } = await list({ shown_statuses: code })
    expect([code, sorted(data.map(({ id }) => id))]).toEqual([code, sorted(idsOf(code))])
    expect(counts.total).toBe(data.length)
    expect(idsOf(code)).not.toEqual([])
  }
  const names = agreements.shownStatusesFor(who === 'manager')
  expect(sorted(names.map(({ id }) => id))).toEqual(codesFor[who])
  const counted = names.map(({ id, name }) => ({ id, name, count: idsOf(id).length }))
  expect(all.counts.by_shown).toEqual(counted)
  const found = await list({ search_string: 'ООО' })
  expect(found.counts.by_shown).toEqual(counted)
})

test('whose turn it is, is told to the client in every list of releases and agreements', async () => {
  const { client1, manager } = world
  const words = (row: Parameters<typeof agreements.shownToClient>[0]) =>
    agreements.agreementStatusName(agreements.shownToClient(row), false)
  const own = (await client1(agreements.list, { query: { per_page: 200 } })).body.data
  const answered = own.filter(({ id }) => replied.includes(id))
  expect(answered.map(words)).toEqual(['Ждёт ответа поставщика', 'Ждёт ответа поставщика'])
  const body = { per_page: 200 }
  const rows = (await client1(releases.list, { body })).body.data
  for (const { release_id } of own) {
    const company = rows.find(({ id }) => id === release_id)?.companies[0]
    const agreement = own.find((one) => one.release_id === release_id)
    expect(company && words(company)).toBe(agreement && words(agreement))
  }
  const found = (await client1(finding.search, { query: { search: answered[0]!.details.title } })).body
  expect(JSON.stringify(found)).toContain('Ждёт ответа поставщика')
  const staff = (await manager(releases.list, { body })).body.data.flatMap(({ companies }) => companies)
  expect(staff.some(({ provider_turn }) => provider_turn)).toBe(false)
})

test('the matrix and the calendar select by the same', async () => {
  const { manager } = world
  const listed = await manager(agreements.list, { query: { per_page: 200 } })
  const rows = { release_ids: listed.body.data.map(({ release_id }) => release_id).join(',') }
  const whole = (await manager(agreements.matrix, { query: rows })).body.cells
  expect(new Set(whole.map(agreements.shownStatus))).toEqual(new Set(everyCode))
  const month = { date_from: '2026-03-01', date_to: '2026-03-31' }
  const { items } = (await manager(calendar.show, { query: month })).body
  expect(new Set(items.map(agreements.shownStatus))).toEqual(new Set([-6, -4, -3, -1, 0, 1, 2]))
  for (const code of everyCode) {
    const { cells } = (await manager(agreements.matrix, { query: { ...rows, shown_statuses: code } })).body
    const expected = whole.filter((cell) => agreements.shownStatus(cell) === code)
    expect([code, cells.map(({ agreement_id }) => agreement_id)]).toEqual([
      code,
      expected.map(({ agreement_id }) => agreement_id),
    ])
    const shown = (await manager(calendar.show, { query: { ...month, shown_statuses: code } })).body.items
    expect(sorted(shown.map(({ id }) => id))).toEqual(
      sorted(items.filter((item) => agreements.shownStatus(item) === code).map(({ id }) => id)),
    )
  }
})
