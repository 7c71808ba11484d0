import { afterEach, beforeEach, expect, test } from 'vitest'
import { agreements, publications, releases } from '@vypusk/contract'
import type { Api } from '../../../testing/app.ts'
import { WAYS, type SentAgreement, type Way } from '../../../testing/consequence-ways.ts'
import { allCome, emptyBox, letterWorld, send, normalized, update } from '../../../testing/letters.ts'
import { newScope } from '../../../testing/making/scopes.ts'
import { lookAtScopes } from '../../agreements/commands/scope-changes.ts'
import { sendHeld } from './holding/holding.ts'
import { releaseHeld } from './holding/withdrawn.ts'

/**
 * The table of consequences (docs/decisions/0059), cell by cell and for every way in which a change is made: the
 * resulting state of the agreement, and the letters to its company with the calendar entry. All ways of one cell are
 * compared to the same file.
 */

const world = letterWorld()
const CLIENT = 'it@example.ru'
const START = '2026-03-06T06:30:00.000Z'
const PLAN = '2026-03-18'
beforeEach(() => world.product.clock.set(START))
// Deleted after each test, so that later tests get no letters about it and its day is free.
afterEach(async () => {
  const { db } = world.product.deps
  await db.updateTable('agreements').set({ deleted_at: START }).where('deleted_at', 'is', null).execute()
  await db.updateTable('releases').set({ deleted_at: START }).where('deleted_at', 'is', null).execute()
})

/**
 * Long enough for everything that a change has caused: a check once a minute, letters that wait a minute, and ten quiet
 * ones.
 */
const MINUTES = [1, 11, 1]
async function pass() {
  const { clock, deps } = world.product
  for (const minutes of MINUTES) {
    clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString())
    await lookAtScopes(deps)
    await sendHeld(deps)
    await releaseHeld(deps)
  }
  await allCome(world)
}

/** A release with a module that its company uses and a request of the company, and the agreement. */
async function unheard(): Promise<SentAgreement> {
  const made = await newScope(world, { recipientsExtra: [CLIENT] })
  const { product, people } = world
  const row = { release_id: made.release_id, idmod: people.module }
  await product.deps.db.insertInto('release_modules').values(row).execute()
  return made
}
async function heard(): Promise<SentAgreement> {
  const made = await unheard()
  await send(world, made.id)
  return made
}
async function agreed(): Promise<SentAgreement> {
  const made = await heard()
  await update(world.client1, made.id, { updateTarget: 5 })
  return made
}
/** The states of the agreement. */
const STATES: Record<string, () => Promise<SentAgreement>> = {
  unheard,
  heard,
  agreed,
  published: async () => {
    const made = await agreed()
    const { manager, people } = world
    const item = {
      release: made.release_id,
      files: [],
      modules: [],
      customers: [people.company1],
    }
    const recipients = { rivc: [people.admin], clients: [people.client1] }
    const published = await manager(publications.publish, { body: { list: [item], recipients, reason: 'Срочно' } })
    expect([published.status, published.refusal]).toEqual([200, published.body])
    return made
  },
}

/** What blocks the company, as staff see it in the release. */
async function held(manager: Api, release_id: number): Promise<string> {
  const { status, body } = await manager(releases.get, { params: { id: release_id } })
  if (status !== 200) return 'Релиза нет'
  const { waiting = [], warned = [] } = body.readiness ?? {}
  const reasons = [...waiting, ...warned].flatMap(({ blockers }) => blockers.map(({ reason }) => reason))
  return `Релиз: ${reasons.join('; ') || 'никто не держит'}`
}

/** The state of the agreement as staff see it. They sign in again if the clock has moved on by weeks. */
async function agreementState({ id, release_id }: SentAgreement): Promise<string> {
  const isLater = world.product.clock.now().toISOString() > PLAN
  const manager = isLater ? await world.product.as('manager') : world.manager
  const { status, body } = await manager(agreements.get, { params: { id } })
  const words = [`Согласование: статус ${body.status}`, body.scope_change ? 'состав изменился' : '']
  return [status === 200 ? words.filter(Boolean).join(', ') : 'Согласования нет', await held(manager, release_id)].join(
    '\n',
  )
}

/** The letters to the company, and the other addresses that got letters. */
function sentLetters(): string {
  const { received } = world.smtp
  const own = received.filter(({ to }) => to === CLIENT)
  const letters = own.map(({ mail }) => {
    const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
    const entry = file ? new TextDecoder().decode(file.content as ArrayBuffer) : 'Без записи календаря'
    return normalized([mail.subject, mail.text, entry].join('\n\n'))
  })
  const others = received.filter(({ to }) => to !== CLIENT).map(({ to, mail }) => normalized(`${to}: ${mail.subject}`))
  return [...(letters.length > 0 ? letters : ['Писем компании нет']), ...others.toSorted()].join('\n\n')
}

/** States in which a change is impossible, because the date was not sent yet, or nothing is left to ask about. */
const EXCEPTED: Readonly<Record<string, readonly string[]>> = {
  withdrawn_by_hand: ['unheard', 'published'],
  offer_accepted: ['unheard', 'published'],
  asked_another: ['unheard', 'published'],
  agreement_deleted: ['published'],
  agreement_back: ['published'],
  // A company that nobody can sign in for, and whose releases are all finished.
  company_hidden: ['published'],
  brought_back: ['published'],
}

const cells = Object.entries(WAYS).flatMap(([change, ways]) =>
  Object.keys(STATES)
    .filter((state) => !EXCEPTED[change]?.includes(state))
    .flatMap((state) => Object.entries<Way>(ways).map(([name, way]) => ({ change, state, name, way })))
    .filter(({ state, way }) => !(way.beforeItIsOut && state === 'published')),
)

test.each(cells)('$change, $state, $name', async ({ change, state, way }) => {
  const { db } = world.product.deps
  const about = await STATES[state]!()
  await db.updateTable('releases').set({ plan_date: PLAN }).where('id', '=', about.release_id).execute()
  if (way.ready) {
    await way.ready(world, about)
    await pass()
  }
  await emptyBox(world)
  const answer = await way.act(world, about)
  expect(answer && answer.status !== 200 ? answer.refusal : 'done').toBe('done')
  await pass()
  const outcome = [await agreementState(about), sentLetters()].join('\n\n')
  await emptyBox(world)
  world.product.clock.set(START)
  await way.after?.(world)
  await expect(outcome).toMatchFileSnapshot(`./golden/cells/${change}-${state}.txt`)
})
