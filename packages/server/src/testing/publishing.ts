import { afterAll, beforeAll, beforeEach } from 'vitest'
import { publications, type BodyInput } from '@vypusk/contract'
import { newAgreement, update } from './agreements.ts'
import { testApp, type Api, type TestApp } from './app.ts'
import { makePeople, makeRelease } from './making/make.ts'
import { startSmtp, type TestSmtp } from './servers/smtp.ts'
import { tokenOf, upload } from './upload.ts'

type Draft = BodyInput<typeof publications.publish>
type Item = Draft['list'][number]

/** The product with its people signed in, for tests of publishing. */
export interface PublishWorld {
  product: TestApp
  people: Awaited<ReturnType<typeof makePeople>>
  /** The manager's token, for uploads. */
  token: string
  manager: Api
  client1: Api
  client2: Api
}

async function open(env: Record<string, string>, start?: string): Promise<PublishWorld> {
  const product = await testApp(env, start ? { start } : {})
  const people = await makePeople(product.deps.db)
  const token = await tokenOf(product, 'manager')
  const [client1, client2] = await Promise.all([product.as('client1'), product.as('client2')])
  return { product, people, token, manager: product.withToken(token), client1, client2 }
}

/**
 * Opens a world for the tests of one file; it is filled before they run.
 * @param start what the clock says when its people sign in
 */
export function publishWorld(env: () => Record<string, string> = () => ({}), start?: string): PublishWorld {
  const world = {} as PublishWorld
  beforeAll(async () => void Object.assign(world, await open(env(), start)))
  afterAll(() => world.product.close())
  return world
}

/** The same with a mail server, which before each test has received nothing and puts off what it gets. */
export function publishWorldWithMail(): PublishWorld & { smtp: TestSmtp } {
  const world = {} as PublishWorld & { smtp: TestSmtp }
  beforeAll(async () => {
    const smtp = await startSmtp()
    const env = { PUBLIC_URL: 'https://vypusk.example.ru', MAIL_FROM: 'Выпуск <vypusk@example.ru>', SMTP_URL: smtp.url }
    Object.assign(world, await open(env), { smtp })
  })
  beforeEach(() => {
    world.smtp.received.length = 0
    world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  })
  afterAll(async () => {
    await world.product.close()
    await world.smtp.stop()
  })
  return world
}

/** Creates a release with both companies. */
export const newRelease = (
  { product, people }: PublishWorld,
  overrides: { is_visible_for_client?: boolean; deleted_at?: string; title?: string } = {},
): Promise<number> =>
  makeRelease(
    product.deps.db,
    { author_id: people.manager, ...overrides },
    { companies: [people.company1, people.company2], modules: [people.module] },
  )

/** An agreement that keeps its release from nothing: one of the two companies has agreed, and it is on test. */
export async function newAgreed(world: PublishWorld, release_id: number, company_id: number): Promise<number> {
  const { client1, client2, manager, people } = world
  const [client, person] = company_id === people.company1 ? [client1, people.client1] : [client2, people.client2]
  const id = await newAgreement(world, { company_id, recipients: [person] }, release_id)
  await update(manager, id, { updateTarget: 1, isPublishedOnTestEnv: true })
  await update(manager, id, { updateTarget: 5 })
  await update(client, id, { updateTarget: 5 })
  return id
}

export async function fileOf(
  { product, token }: PublishWorld,
  { name = 'update.zip', by = token, bytes = 'содержимое' }: { name?: string; by?: string; bytes?: string } = {},
): Promise<number> {
  const { body } = await upload(product, by, [{ name, bytes, version: '5.8.2' }])
  return body.files[0]?.id ?? 0
}

/** A draft of a release with one file for the first company, published before it is ready. */
export async function draftOf(
  world: PublishWorld,
  overrides: Partial<Draft> = {},
  item: Partial<Item> = {},
): Promise<Draft> {
  const { people } = world
  return {
    list: [
      {
        release: item.release ?? (await newRelease(world)),
        files: [await fileOf(world)],
        modules: [{ idmod: people.module }],
        customers: [people.company1],
        ...item,
      },
    ],
    recipients: { rivc: [people.admin], clients: [people.client1] },
    reason: 'Срочное исправление расчёта',
    ...overrides,
  }
}

export const publish = ({ manager }: PublishWorld, body: Draft, headers: Record<string, string> = {}) =>
  manager(publications.publish, { body, headers })
export const get = (api: Api, id: number) => api(publications.getPublication, { params: { id } })
export const idOf = async (world: PublishWorld, body: Draft): Promise<number> => (await publish(world, body)).body.id

/** The letters of one kind about a publication, one for each address. */
export const lettersAbout = ({ product }: PublishWorld, id: number, kind: string) =>
  product.deps.db
    .selectFrom('letters')
    .innerJoin('deliveries', 'deliveries.letter_id', 'letters.id')
    .select(['letters.subject', 'letters.text', 'deliveries.target'])
    .where('letters.entity_id', '=', id)
    .where('letters.kind', '=', kind)
    .orderBy('deliveries.target')
    .execute()
