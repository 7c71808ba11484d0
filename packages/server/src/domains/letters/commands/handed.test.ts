import { beforeAll, expect, test } from 'vitest'
import { adminPeople, notices, substitutes } from '@vypusk/contract'
import { addresses, announcePublication, emptyBox, letterWorld } from '../../../testing/letters.ts'
import { makePerson, makeRelease } from '../../../testing/making/make.ts'

/** Who gets the letter of a publication beside the recipients, and which company it names. */

const world = letterWorld()
let standin = 0
beforeAll(async () => {
  standin = await makePerson(world.product.deps.db, 'standin', { idcomp: world.people.company1 })
})

/** Hands a release over to both companies, with these recipients. */
async function publish(recipients: number[]): Promise<number> {
  const { company1, company2, manager: author_id } = world.people
  const customers = [company1, company2]
  const release_id = await makeRelease(world.product.deps.db, { author_id, title: 'Сборка' }, { companies: customers })
  return announcePublication(world, [{ release_id, customers }], recipients)
}

test('a recipient’s substitute is notified as well, by letter and behind the bell', async () => {
  const { company1, client1 } = world.people
  const days = { date_from: '2026-03-01', date_to: '2026-12-31' }
  const named = await world.client1(substitutes.name, {
    params: { id: company1 },
    body: { user_id: client1, substitute_id: standin, ...days },
  })
  expect(named.status).toBe(200)
  await expect.poll(() => addresses(world)).toEqual(['standin@example.ru'])
  await emptyBox(world)
  const id = await publish([client1])
  await expect.poll(() => addresses(world)).toEqual(['client1@example.ru', 'standin@example.ru'])
  await emptyBox(world)
  const bell = (await (await world.product.as('standin'))(notices.list)).body.notices
  expect(bell).toContainEqual(expect.objectContaining({ href: `/publication/${id}`, reason: 'recipient' }))
})

test('a person of two companies gets a letter from each, with the company’s name', async () => {
  const { client2, company1 } = world.people
  const { body } = await world.admin(adminPeople.join, { params: { id: client2 }, body: { company: company1 } })
  const [further] = body.person.memberships
  await publish([client2, further!.id])
  await expect.poll(() => addresses(world)).toEqual(['client2@example.ru', 'client2@example.ru'])
  const named = world.smtp.received.map(({ mail }) => /^Компания: (.+)$/m.exec(mail.text ?? '')?.[1])
  const companies = await world.product.deps.db.selectFrom('companies').select('namecomp').execute()
  expect(new Set(named)).toEqual(new Set(companies.map(({ namecomp }) => namecomp)))
})
