import { afterAll, beforeAll } from 'vitest'
import { testApp, type Api, type TestApp } from './app.ts'
import { makePeople, makePerson } from './making/make.ts'

/** The product with people who keep a company's calendar, and others who only read it. */
interface CalendarWorld {
  product: TestApp
  people: Awaited<ReturnType<typeof makePeople>>
  manager: Api
  /** A person of the first company with the right to its calendar. */
  keeper: Api
  client1: Api
  client2: Api
}

async function open(): Promise<CalendarWorld> {
  const product = await testApp()
  const people = await makePeople(product.deps.db)
  await makePerson(product.deps.db, 'keeper', { idcomp: people.company1, can_edit_calendar: true })
  return {
    product,
    people,
    manager: await product.as('manager'),
    keeper: await product.as('keeper'),
    client1: await product.as('client1'),
    client2: await product.as('client2'),
  }
}

/** Opens a world for the tests of one file; it is filled before they run. */
export function calendarWorld(): CalendarWorld {
  const world = {} as CalendarWorld
  beforeAll(async () => void Object.assign(world, await open()))
  afterAll(() => world.product.close())
  return world
}
