import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, releases, reminders, waiting } from '@vypusk/contract'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makePeople, makeRelease } from '../../testing/making/make.ts'

/**
 * One table of when a date has passed, checked against everything that reports it. The installation's zone is UTC here.
 */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>

beforeAll(async () => {
  product = await testApp({ REMINDER_DAYS: '2,4,6' })
  people = await makePeople(product.deps.db)
})
afterAll(() => product.close())

async function lives(zone: string | null) {
  const { db } = product.deps
  await db.deleteFrom('company_calendars').execute()
  const options = { company_id: people.company1, zone, working: '[]', updated_by: people.manager }
  await db
    .insertInto('company_calendars')
    .values({ ...options, updated_at: '2026-03-01T00:00:00Z' })
    .execute()
}

/** An agreement whose date was sent and has no answer. */
async function sentAgreement(releaseDate: string, releaseTime: string | null) {
  const { manager: author_id, company1: company_id, client1 } = people
  const { db } = product.deps
  const release_id = await makeRelease(db, { author_id }, { companies: [company_id] })
  const sent = { by_rivc: true, sent_at: '2026-03-02T08:00:00Z', heard_at: '2026-03-02T08:00:00Z' }
  const id = await makeAgreement(db, { author_id, release_id, company_id, releaseDate, releaseTime, ...sent })
  await db.insertInto('agreement_recipients').values({ agreement_id: id, user_id: client1 }).execute()
  return { id, release_id }
}

test.each<[what: string, time: string | null, zone: string | null, now: string, passed: boolean]>([
  ['a day has not passed here', null, null, '2026-03-06T23:59:59Z', false],
  ['it has passed here', null, null, '2026-03-07T00:00:00Z', true],
  ['it has not passed in Vladivostok', null, 'Asia/Vladivostok', '2026-03-06T13:59:59Z', false],
  ['it passes in Vladivostok before it does here', null, 'Asia/Vladivostok', '2026-03-06T14:00:00Z', true],
  ['it passes in New York after it does here', null, 'America/New_York', '2026-03-07T04:59:00Z', false],
  ['it has passed in New York', null, 'America/New_York', '2026-03-07T05:00:00Z', true],
  ['a time of day has not come', '22:00', null, '2026-03-06T21:59:59Z', false],
  ['a time of day has come', '22:00', null, '2026-03-06T22:00:00Z', true],
  ['a time of day is the same moment in Vladivostok', '22:00', 'Asia/Vladivostok', '2026-03-06T21:59:59Z', false],
  ['and in New York', '22:00', 'America/New_York', '2026-03-06T22:00:00Z', true],
])('%s', async (_, time, zone, now, passed) => {
  await lives(zone)
  const { id, release_id } = await sentAgreement('2026-03-06', time)
  product.clock.set(now)
  const [manager, client] = [await product.as('manager'), await product.as('client1')]
  const one = (await client(agreements.get, { params: { id } })).body
  const release = (await manager(releases.get, { params: { id: release_id } })).body
  const blockers = release.readiness?.waiting[0]?.blockers.map(({ kind }) => kind)
  // A moment that has passed makes a day late once the day is over as well.
  const late = passed && time === null ? ' late' : ''
  const kindsOf = async (who: typeof manager) =>
    (await who(waiting.list, { query: { per_page: 500 } })).body.data.flatMap((matter) =>
      matter.release_id === release_id ? [`${matter.kind}${matter.is_late ? ' late' : ''}`] : [],
    )
  const { paused } = (await manager(reminders.list, { params: { id } })).body
  expect({
    refused: one.abilities.approve !== true,
    blockers: blockers?.filter((kind) => kind === 'passed' || kind === 'waiting'),
    staff: await kindsOf(manager),
    client: await kindsOf(client),
    paused: paused === 'Дата установки прошла',
  }).toEqual({
    refused: passed,
    blockers: [passed ? 'passed' : 'waiting'],
    staff: passed ? [`passed${late}`] : [],
    client: passed ? [] : ['date'],
    paused: passed,
  })
})

test('a date that has passed unsent is not offered for sending', async () => {
  await lives(null)
  const { id, release_id } = await sentAgreement('2026-03-06', null)
  const unsent = { by_rivc: false, sent_at: null, heard_at: null }
  await product.deps.db.updateTable('agreements').set(unsent).where('id', '=', id).execute()
  product.clock.set('2026-03-06T12:00:00Z')
  const manager = await product.as('manager')
  const shown = async () => {
    const { data } = (await manager(waiting.list, { query: { per_page: 500 } })).body
    const matter = data.find((each) => each.kind === 'send' && each.id === id)
    const release = (await manager(releases.get, { params: { id: release_id } })).body
    const held = release.readiness?.waiting[0]
    const approve = (await manager(agreements.get, { params: { id } })).body.abilities.approve === true
    return { text: matter?.text, isSentHere: matter?.version != null, date_passed: held?.date_passed, approve }
  }
  const day = '06.03.2026, пятница'
  expect(await shown()).toEqual({
    text: `Дата не отправлена: ${day}`,
    isSentHere: true,
    date_passed: false,
    approve: true,
  })
  product.clock.set('2026-03-07T00:00:00Z')
  expect(await shown()).toEqual({
    text: `Дата прошла, а клиенту не отправлена: ${day}`,
    isSentHere: false,
    date_passed: true,
    approve: false,
  })
})
