import { afterAll, beforeAll } from 'vitest'
import { agreements, type BodyInput } from '@vypusk/contract'
import { recordChanges } from '../platform/history.ts'
import { NOBODY } from '../platform/person.ts'
import { inTransaction } from '../platform/transaction.ts'
import { testApp, type Api, type TestApp } from './app.ts'
import { makePeople, makeRelease } from './making/make.ts'

type Draft = BodyInput<typeof agreements.add>

/** The product with its people signed in, for tests of agreements. */
export interface AgreementWorld {
  product: TestApp
  people: Awaited<ReturnType<typeof makePeople>>
  manager: Api
  client1: Api
  client2: Api
}

async function open(): Promise<AgreementWorld> {
  const product = await testApp()
  const people = await makePeople(product.deps.db)
  const [manager, client1, client2] = await Promise.all([
    product.as('manager'),
    product.as('client1'),
    product.as('client2'),
  ])
  return { product, people, manager, client1, client2 }
}

/** Opens a world for the tests of one file; it is filled before they run. */
export function agreementWorld(): AgreementWorld {
  const world = {} as AgreementWorld
  beforeAll(async () => void Object.assign(world, await open()))
  afterAll(() => world.product.close())
  return world
}

/** Creates a release with both companies. */
export const newRelease = (
  { product, people }: Pick<AgreementWorld, 'product' | 'people'>,
  overrides: { is_visible_for_client?: boolean; title?: string; plan_date?: string } = {},
): Promise<number> =>
  makeRelease(
    product.deps.db,
    { author_id: people.manager, ...overrides },
    { companies: [people.company1, people.company2], modules: [people.module] },
  )

export const draft = ({ people }: AgreementWorld, release_id: number, overrides: Partial<Draft> = {}): Draft => ({
  release_id,
  company_id: people.company1,
  recipients: [people.client1],
  recipientsExtra: [],
  releaseDate: '2026-03-20',
  releaseTime: '22:00',
  ...overrides,
})

/** Creates an agreement with the first company, in a release of its own unless one is given. */
export async function newAgreement(
  world: AgreementWorld,
  overrides: Partial<Draft> = {},
  release?: number,
): Promise<number> {
  const body = draft(world, release ?? (await newRelease(world)), overrides)
  return (await world.manager(agreements.add, { body })).body.id
}

export type Update = BodyInput<typeof agreements.update>
export const update = (api: Api, id: number, body: Update) => api(agreements.update, { params: { id }, body })
export const read = async (api: Api, id: number) => (await api(agreements.get, { params: { id } })).body

/** Records a moved date as releases before did: with the note of the objections on every field. */
export async function recordAsBefore(
  { product, people }: Pick<AgreementWorld, 'product' | 'people'>,
  entity_id: number,
  note: string,
): Promise<void> {
  const actor = { deps: product.deps, person: { ...NOBODY, id: people.manager } }
  await inTransaction(actor, (tx) =>
    recordChanges(tx, actor, {
      entity: 'agreement',
      entity_id,
      titles: { releaseDate: 'Дата установки', against: 'Дата вопреки правилам' },
      before: { releaseDate: '2027-07-08', against: '' },
      after: { releaseDate: '2027-07-06', against: 'День закрыт' },
      note,
    }),
  )
}
