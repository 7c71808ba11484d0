import { beforeEach, expect, test, vi } from 'vitest'
import { agreements, offers, releases, trials } from '@vypusk/contract'
import { emptyBox, letterWorld, read, send, normalized, update } from '../../../testing/letters.ts'
import { makeRequest } from '../../../testing/making/make.ts'
import { PATIENT } from '../../../testing/patience.ts'
import {
  addToRelease,
  agreed,
  newScope,
  ownRequest,
  removeFromRelease,
  settle,
} from '../../../testing/making/scopes.ts'
import { lookAtScopes } from '../../agreements/commands/scope-changes.ts'
import { releaseHeld } from './holding/withdrawn.ts'
import { sendHeld } from './holding/holding.ts'

/**
 * The letters to a company that was sent a date when something of the agreement changes: complete, with the calendar
 * entry.
 */

const world = letterWorld()
const CLIENT = 'client1@example.ru'
const START = '2026-03-06T06:30:00.000Z'

// These letters contain days, so each test begins on the same day.
beforeEach(() => world.product.clock.set(START))

/** Lets time pass, minute by minute, and sends what is due. */
async function pass(minutes: number) {
  const { clock, deps } = world.product
  for (let n = 0; n < minutes; n += 1) {
    clock.set(new Date(clock.now().getTime() + 60_000).toISOString())
    await lookAtScopes(deps)
    await sendHeld(deps)
    await releaseHeld(deps)
  }
}

const releaseOf = async (id: number) => (await read(world, id)).release_id
const move = (id: number) =>
  update(world.manager, id, {
    updateTarget: 4,
    releaseDate: '2026-03-27',
    releaseTime: '22:00',
    cancel_reason: 'Стенд занят',
  })

/** Adds a request of the agreement's company to its release. @returns the request's id */
async function widen(id: number): Promise<number> {
  const added = await ownRequest(world, { e_title: 'Новая форма' })
  await addToRelease(world, await releaseOf(id), [added])
  return added
}

/** Changes of an agreement whose company was asked, or has agreed. */
const acts: Record<string, { isAgreed: boolean; act: (id: number) => Promise<unknown>; minutes?: number }> = {
  'moved-heard': {
    isAgreed: false,
    act: async (id) => {
      const body = { releaseDate: '2026-03-24', releaseTime: '21:00', reason: 'Инвентаризация' }
      await world.client1(offers.propose, { params: { id }, body })
      await emptyBox(world)
      await move(id)
    },
  },
  'moved-agreed': { isAgreed: true, act: move },
  'deleted-heard': {
    isAgreed: false,
    minutes: 2,
    act: async (id) => world.manager(releases.remove, { params: { id: await releaseOf(id) } }),
  },
  'plan-passed': {
    isAgreed: true,
    act: async (id) => {
      const { db } = world.product.deps
      const release_id = await releaseOf(id)
      await db.updateTable('releases').set({ plan_date: '2026-03-30' }).where('id', '=', release_id).execute()
      await world.manager(agreements.askAnother, { body: { ids: [id] } })
    },
  },
  'scope-heard': { isAgreed: false, minutes: 13, act: widen },
  'scope-anew': { isAgreed: true, act: async (id) => (await widen(id), settle(world, id, 'anew')) },
  'scope-tell': { isAgreed: true, act: async (id) => (await widen(id), settle(world, id, 'tell')) },
  'scope-returned': {
    isAgreed: true,
    minutes: 13,
    act: async (id) => {
      const added = await widen(id)
      await settle(world, id, 'tell')
      await pass(2)
      await emptyBox(world)
      await removeFromRelease(world, await releaseOf(id), added)
    },
  },
  'scope-returned-asking': {
    isAgreed: true,
    minutes: 13,
    act: async (id) => {
      const added = await widen(id)
      await settle(world, id, 'anew')
      await pass(2)
      await emptyBox(world)
      await removeFromRelease(world, await releaseOf(id), added)
    },
  },
  'build-again': {
    isAgreed: true,
    act: async (id) => {
      const build = (name: string) => world.manager(trials.setBuild, { params: { id }, body: { build: name } })
      const { people, product } = world
      const own = { author_id: people.manager, idmod: people.module, idcomp: people.company1 }
      const release_id = await releaseOf(id)
      const request_id = await makeRequest(product.deps.db, { ...own, release_id, e_title: 'Печать формы' })
      await build('5.8.2')
      const failed = { request_id, verdict: 'fails', comment: 'Пустая страница' } as const
      await world.client1(trials.tell, { params: { id }, body: failed })
      await emptyBox(world)
      await build('5.8.3')
    },
  },
}

const received = () => world.smtp.received.filter(({ to }) => to === CLIENT)

test.each(Object.entries(acts))('%s', async (name, { isAgreed, act, minutes = 0 }) => {
  const { id } = await (isAgreed ? agreed : newScope)(world)
  if (!isAgreed) await send(world, id)
  await emptyBox(world)
  await act(id)
  await pass(minutes)
  await vi.waitFor(() => expect(received()).not.toEqual([]), PATIENT)
  const [letter] = received()
  expect((await emptyBox(world)).filter((to) => to === CLIENT)).toHaveLength(1)
  const file = letter?.mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const entry = file ? new TextDecoder().decode(file.content as ArrayBuffer) : 'Без записи календаря'
  const text = normalized([letter?.mail.subject, letter?.mail.text, entry].join('\n\n'))
  await expect(text).toMatchFileSnapshot(`./golden/informed-${name}.txt`)
})
