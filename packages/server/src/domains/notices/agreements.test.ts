import { expect, test } from 'vitest'
import { agreements, offers } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { agreementWorld, newRelease, newAgreement, update } from '../../testing/agreements.ts'
import { noticesOf, briefNoticesOf, watch } from '../../testing/notices.ts'

/** Who is notified of what about an agreement, step by step. */

const world = agreementWorld()
/** A moment as the texts show it: by the installation's clock; the company has no zone of its own. */
const moment = { releaseDate: '2026-03-20', releaseTime: '22:00', zone: 'UTC', company_zone: null }

test('each side is notified of what the other did, why and where, and nobody of their own actions', async () => {
  const { manager, client1 } = world
  const release = await newRelease(world, { title: 'Учёт «Весна»' })
  const id = await newAgreement(world, {}, release)
  expect(await briefNoticesOf(client1)).toEqual([])
  await update(manager, id, { updateTarget: 5 })
  const [question] = await noticesOf(client1)
  expect(question).toMatchObject({
    kind: 'approval',
    reason: 'recipient',
    text: 'Согласуйте дату установки 20.03.2026, пятница, 22:00 UTC',
    moments: [moment],
    doer: 'Имя manager',
    href: `/releases/${release}`,
    read: false,
  })
  expect(question?.title).toMatch(/^Учёт «Весна» – ООО «Компания/)
  await update(client1, id, { updateTarget: 0, remark: 'Лучше утром' })
  await update(client1, id, { updateTarget: 5 })
  expect(await briefNoticesOf(manager)).toEqual([
    ['answer', 'doer', 'Клиент согласовал дату 20.03.2026, пятница, 22:00 UTC'],
    ['remark', 'responsible', 'Замечание клиента: Лучше утром'],
  ])
  expect((await noticesOf(manager))[0]?.href).toBe(`/agreements/${id}`)
  const move = { updateTarget: 4, releaseDate: '2026-03-27', releaseTime: null, cancel_reason: 'Не готово' } as const
  await update(manager, id, move)
  expect((await briefNoticesOf(client1))[0]).toEqual([
    'moved',
    'recipient',
    'Установка перенесена: 20.03.2026, пятница, 22:00 UTC → 27.03.2026, пятница: Не готово',
  ])
  expect((await noticesOf(client1))[0]?.moments).toEqual([moment])
  expect(await briefNoticesOf(world.client2)).toEqual([])
})

test('of a date before the plan a client hears the date, and only staff the objection', async () => {
  const { manager, client1 } = world
  const admin = await world.product.as('admin')
  const id = await newAgreement(world, {}, await newRelease(world, { plan_date: '2026-03-18' }))
  await watch(admin, 'agreement', id)
  const move = { updateTarget: 4, releaseDate: '2026-03-17', releaseTime: null, against_reason: 'Им срочно' } as const
  await update(manager, id, move)
  const texts = async (api: Api) => (await briefNoticesOf(api))[0]?.[2]
  expect(await texts(admin)).toContain('Дата вопреки правилам')
  expect(await texts(client1)).toBe('Дата установки: 20.03.2026 → 17.03.2026 · Время установки, UTC: 22:00 → нет')
})

test('an offered date is announced to staff, its answer to the client', async () => {
  const { manager, client1, product } = world
  const id = await newAgreement(world)
  await update(manager, id, { updateTarget: 5 })
  const proposal = { releaseDate: '2026-04-10', releaseTime: '09:00', reason: 'Отчётность' }
  await client1(offers.propose, { params: { id }, body: proposal })
  expect((await briefNoticesOf(manager))[0]).toEqual([
    'offer',
    'doer',
    'Клиент предлагает другую дату: 10.04.2026, пятница, 09:00 UTC: Отчётность',
  ])
  const offered = { ...moment, releaseDate: '2026-04-10', releaseTime: '09:00' }
  expect((await noticesOf(manager))[0]?.moments).toEqual([moment, offered])
  const { offer } = (await manager(agreements.get, { params: { id } })).body
  const params = { id, offer_id: offer!.id }
  await manager(offers.answer, { params, body: { answer: 'decline', text: 'Некому ставить' } })
  expect((await briefNoticesOf(client1))[0]?.slice(0, 1)).toEqual(['approval'])
  expect((await briefNoticesOf(client1))[0]?.[2]).toContain('Некому ставить')
  expect(product.deps.clock.now().toISOString()).toBe((await noticesOf(client1))[0]?.at)
})

test('people who opted out are only notified of what asks for an answer', async () => {
  const { manager, client1 } = world
  const id = await newAgreement(world)
  expect((await watch(manager, 'agreement', id, false)).body).toMatchObject({ watches: false, reason: 'author' })
  const before = (await briefNoticesOf(manager)).length
  await update(manager, id, { updateTarget: 5 })
  await watch(client1, 'agreement', id, false)
  await update(client1, id, { updateTarget: 0, remark: 'Не сейчас' })
  expect(await briefNoticesOf(manager)).toHaveLength(before)
  const move = { updateTarget: 4, releaseDate: '2026-03-28', releaseTime: null, cancel_reason: 'Перенос' } as const
  await update(manager, id, move)
  await update(manager, id, { updateTarget: 5 })
  expect((await briefNoticesOf(client1))[0]?.[2]).toBe('Согласуйте дату установки 28.03.2026, суббота')
  expect((await briefNoticesOf(client1))[1]?.[2]).not.toContain(
    'перенесена: 20.03.2026, пятница, 22:00 UTC → 28.03.2026',
  )
})
