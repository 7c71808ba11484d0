import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { agreements, releases, type BodyInput } from '@vypusk/contract'
import { emit } from '../platform/events.ts'
import type { Retries } from '../platform/jobs.ts'
import { pendingJobs } from '../platform/jobs/pending.ts'
import { NOBODY, type Person } from '../platform/person.ts'
import { inTransaction } from '../platform/transaction.ts'
import { testApp, type Api, type TestApp } from './app.ts'
import { makePublication } from './making/make-publication.ts'
import { makePeople, makeRelease } from './making/make.ts'
import { PATIENT } from './patience.ts'
import { startSmtp, type TestSmtp } from './servers/smtp.ts'

/** The product with a real SMTP server for its letters. */
export interface LetterWorld {
  smtp: TestSmtp
  product: TestApp
  people: Awaited<ReturnType<typeof makePeople>>
  manager: Api
  admin: Api
  client1: Api
}

interface Opening {
  retries?: Retries
  /** What the clock says when the people sign in. */
  start?: string
}

async function open(opening: Opening): Promise<LetterWorld> {
  const smtp = await startSmtp()
  const settings = {
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'https://vypusk.example.ru',
    MAIL_FROM: 'Выпуск <vypusk@example.ru>',
  }
  const product = await testApp(settings, opening)
  const people = await makePeople(product.deps.db)
  const [manager, admin, client1] = await Promise.all([
    product.as('manager'),
    product.as('admin'),
    product.as('client1'),
  ])
  return { smtp, product, people, manager, admin, client1 }
}

/** Number of letters that a worker is sending or may send now, without those waiting for a retry. */
async function underWay({ product }: LetterWorld): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${pendingJobs(['deliver'], 'delivery_id')} as job
    where state = 'active' or start_after <= now()`.execute(product.deps.db)
  return rows[0]!.count
}

/** Waits until all letters written so far have arrived, since not every call waits for its letters. */
export const allCome = (world: LetterWorld) => vi.waitUntil(async () => (await underWay(world)) === 0, PATIENT)

/**
 * Empties the mailbox after all letters have arrived.
 * @returns their addresses
 */
export async function emptyBox(world: LetterWorld): Promise<string[]> {
  await allCome(world)
  const found = addresses(world)
  world.smtp.received.length = 0
  return found
}

/** Cancels retries, so that letters refused in one test are not sent in the next. */
const giveUpRetries = ({ product }: LetterWorld) =>
  sql`update pgboss.job set state = 'cancelled' where name = 'deliver' and state in ('created', 'retry')`.execute(
    product.deps.db,
  )

/**
 * Opens a world for the tests of one file; each test starts with an empty mailbox that accepts everything.
 * @param retries shorter pauses than the product's
 */
export function letterWorld(opening: Opening = {}): LetterWorld {
  const world = {} as LetterWorld
  beforeAll(async () => void Object.assign(world, await open(opening)))
  beforeEach(async () => {
    world.smtp.answer = () => undefined
    world.smtp.taken = async () => {}
    await emptyBox(world)
    await giveUpRetries(world)
  })
  afterAll(async () => {
    await world.product.close()
    await world.smtp.stop()
  })
  return world
}

/** The fields for creating an agreement. */
export type Terms = Partial<BodyInput<typeof agreements.add>>

/** The administrator is the release's only person; the manager creates the agreement. */
export async function newAgreement({ product, people, manager }: LetterWorld, overrides: Terms = {}): Promise<number> {
  const release_id = await makeRelease(
    product.deps.db,
    { author_id: people.manager, title: 'Учёт «Весна» & склад' },
    { companies: [people.company1], users: [people.admin] },
  )
  const pair = { release_id, company_id: people.company1 }
  const body = { ...pair, recipients: [people.client1], releaseDate: '2026-03-20', releaseTime: '22:00', ...overrides }
  return (await manager(agreements.add, { body })).body.id
}

export type Update = BodyInput<typeof agreements.update>
export const update = (api: Api, id: number, body: Update) => api(agreements.update, { params: { id }, body })

/** Staff send the date, and the letters with it. */
export const send = ({ manager }: LetterWorld, id: number) => update(manager, id, { updateTarget: 5 })
export const read = async ({ manager }: LetterWorld, id: number) =>
  (await manager(agreements.get, { params: { id } })).body

/** Moves a release to the first step of a kind. */
export async function moveRelease({ product, manager }: LetterWorld, id: number, kind: 'closed' | 'work') {
  const steps = product.deps.db.selectFrom('release_steps').select('id').where('kind', '=', kind).orderBy('id').limit(1)
  const { id: step_id } = await steps.executeTakeFirstOrThrow()
  return manager(releases.changeStep, { params: { id }, body: { step_id } })
}

/** A letter without the daily checksum, because the clock may or may not have recorded one meanwhile. */
export const withoutProof = (text: string): string =>
  text.replaceAll(/(\r?\n|<br \/><span[^>]*>)Сумма журнала на [\d.]+: \w{64}(<\/span>)?/g, '')

/** A letter with its calendar entry, without the parts that differ from run to run. */
export const normalized = (text: string): string =>
  withoutProof(text)
    .replaceAll(/agreement-\d+@/g, 'agreement-…@')
    .replaceAll(/releases\/\d+/g, 'releases/…')
    .replaceAll(/approve\/[\w-]{43}/g, 'approve/…')
    .replaceAll(/№ \d+/g, '№ …')
    .replaceAll(/Заявка \w+/g, 'Заявка …')
    .replaceAll(/(DTSTAMP|LAST-MODIFIED):\w+/g, '$1:…')
    .replaceAll(/«Компания [^»]*»/g, '«Компания»')
    .replaceAll('\r\n', '\n')

/** Addresses of the letters in the mailbox. */
export const addresses = ({ smtp }: LetterWorld): string[] => smtp.received.map(({ to }) => to).toSorted()

/** Number of all deliveries ever written. They are written together with their cause, so nothing else will arrive. */
export async function written({ product }: LetterWorld): Promise<number> {
  return (await product.deps.db.selectFrom('deliveries').select('id').execute()).length
}

/** A person for actions outside of calls. */
export async function person({ product }: LetterWorld, login: string): Promise<Person> {
  const row = await product.deps.db.selectFrom('users').selectAll().where('login', '=', login).executeTakeFirstOrThrow()
  return { ...NOBODY, id: row.id, name: row.name, email: row.email, isRivc: row.isRivc }
}

/** The token in the last letter to an address that requests the client's answer. */
export function linkOf({ smtp }: LetterWorld, to: string): string {
  const letter = smtp.received.findLast((one) => one.to === to && one.mail.text?.includes('/approve/'))
  const token = /\/approve\/([\w-]{43})/.exec(letter?.mail.text ?? '')?.[1]
  if (!token) throw new Error(`no link for ${to}`)
  return token
}

/** Hands releases over to companies, and announces that to these recipients. @returns the publication's id */
export async function announcePublication(
  world: LetterWorld,
  items: Parameters<typeof makePublication>[2],
  recipients: number[],
): Promise<number> {
  const row = {
    author_id: world.people.manager,
    text: 'Ставьте ночью',
    created_at: world.product.clock.now().toISOString(),
  }
  const id = await makePublication(world.product.deps.db, row, items, recipients)
  const actor = { deps: world.product.deps, person: await person(world, 'manager') }
  const companies = [world.people.company1, world.people.company2]
  const data = { publication_id: id }
  const event = {
    kind: 'publication.published' as const,
    entity: 'publication' as const,
    entity_id: id,
    companies,
    data,
  }
  await inTransaction(actor, (tx) => emit(tx, actor, event))
  return id
}
