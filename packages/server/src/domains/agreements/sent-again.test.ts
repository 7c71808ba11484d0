import { expect, test } from 'vitest'
import { agreements, approve, linkedThreads, offers, threads, type BodyInput } from '@vypusk/contract'
import { newRelease } from '../../testing/agreements.ts'
import { emptyBox, letterWorld, linkOf, newAgreement, send } from '../../testing/letters.ts'

/** What a screen or the page of a letter sends again because the reply was lost, maybe while the first is under way. */

const world = letterWorld()

async function sentAgreement() {
  await emptyBox(world)
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  return { id, person: linkOf(world, 'client1@example.ru'), extra: linkOf(world, 'it@example.ru') }
}

test('an answer that is sent again with its key, because the reply was lost, is answered as the first time', async () => {
  const again = async (token: string, body: BodyInput<typeof approve.answer>) => {
    const headers = { 'idempotency-key': `${body.answer} ${token}` }
    const tryOnce = () => world.product.anonymous(approve.answer, { params: { token }, body, headers })
    const [first, second] = await Promise.all([tryOnce(), tryOnce()])
    expect(second.body).toEqual(first.body)
    expect((await tryOnce()).body).toEqual(first.body)
    return first
  }
  const agreed = await sentAgreement()
  expect((await again(agreed.extra, { answer: 'agree' })).body.question).toMatchObject({
    answered: { answer: 'agree' },
  })
  const offered = await sentAgreement()
  const offer = { answer: 'offer', releaseDate: '2026-03-27', releaseTime: '22:00', reason: '' } as const
  expect((await again(offered.person, offer)).body.question.offer).toMatchObject({ releaseDate: '2026-03-27' })
  const remarked = await sentAgreement()
  await again(remarked.extra, { answer: 'remark', remark: 'Не печатается' })
  const about = { params: { entity: 'agreement' as const, id: remarked.id } }
  expect((await world.manager(threads.of, about)).body.threads).toHaveLength(1)
})

test.each(['person', 'extra'] as const)('what the %s sends again with its key is written once', async (addressee) => {
  const { [addressee]: token } = await sentAgreement()
  const twice = <Reply>(key: string, tryOnce: (headers: Record<string, string>) => Promise<Reply>) =>
    Promise.all([1, 2].map(() => tryOnce({ 'idempotency-key': `${key} ${token}` })))
  const body = { html: '<p>Форма не печатается</p>' }
  const raised = await twice('raise', (headers) =>
    world.product.anonymous(linkedThreads.raise, { params: { token }, body, headers }),
  )
  const { id } = raised[0]!.body.threads[0]!
  const answered = await twice('answer', (headers) =>
    world.product.anonymous(linkedThreads.answer, { params: { token, id }, body, headers }),
  )
  const { threads: shown } = (await world.product.anonymous(linkedThreads.read, { params: { token } })).body
  expect(shown.map(({ entries }) => entries.length)).toEqual([2])
  expect([...raised, ...answered].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(answered.map((reply) => reply.body.threads)).toEqual([shown, shown])
})

test('what is sent again while its letters leave is answered with what became of them', async () => {
  const made = await newAgreement(world)
  await send(world, made)
  const draft = {
    release_id: await newRelease(world),
    company_id: world.people.company1,
    recipients: [world.people.client1],
    recipientsExtra: [],
    releaseDate: '2026-03-20',
    releaseTime: '22:00',
  }
  const about = { entity: 'agreement' as const, id: made }
  const acts = [
    (headers: Record<string, string>) => world.manager(agreements.add, { headers, body: draft }),
    (headers: Record<string, string>) =>
      world.client1(offers.propose, { headers, params: { id: made }, body: { releaseDate: '2026-04-10' } }),
    (headers: Record<string, string>) =>
      world.manager(threads.raise, { headers, params: about, body: { html: '<p>Форма не печатается</p>' } }),
  ]
  for (const [index, act] of acts.entries()) {
    const headers = { 'idempotency-key': `at once ${index}` }
    const replies = await Promise.all([act(headers), act(headers)])
    expect(replies.map(({ status, body }) => [status, body.mail])).toEqual([
      [200, replies[0]?.body.mail],
      [200, replies[0]?.body.mail],
    ])
    expect(replies[1]?.body).toEqual(replies[0]?.body)
  }
})
