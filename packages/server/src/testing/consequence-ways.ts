import {
  adminCompanies,
  adminPeople,
  agreements,
  companyCalendars,
  consequences,
  deleted,
  offers,
  planning,
  releases,
  trials,
  type AnyEndpoint,
  type BodyInput,
} from '@vypusk/contract'
import { staffBy } from '../domains/auth/port.ts'
import { importRequests } from '../domains/requests/import/import-requests.ts'
import type { Answer } from './app.ts'
import { withFile } from './file.ts'
import { moveRelease, update, type LetterWorld } from './letters.ts'
import { makeRelease } from './making/make.ts'
import { ownRequest } from './making/scopes.ts'

/** All ways to change something about an agreement (docs/decisions/0059), by kind of change. */

/** An agreement, its release, and the company's request in it. */
export interface SentAgreement {
  id: number
  release_id: number
  request: number
}

export interface Way {
  /** Prepares what has to be there before; its effects are not checked. */
  ready?: (world: LetterWorld, agreement: SentAgreement) => Promise<unknown>
  act: (world: LetterWorld, agreement: SentAgreement) => Promise<Answer<AnyEndpoint> | void>
  /** Undoes what would affect other tests. */
  after?: (world: LetterWorld) => Promise<unknown>
  /** It is refused for a published release. */
  beforeItIsOut?: true
}

const MOVED = { releaseDate: '2026-04-03', releaseTime: '22:00' }
const WHY = 'Стенд занят'

async function saved({ manager }: LetterWorld, id: number, change: Partial<BodyInput<typeof releases.save>>) {
  const { title, start_date, plan_date } = (await manager(releases.get, { params: { id } })).body
  return manager(releases.save, { params: { id }, body: { title, start_date, plan_date, ...change } })
}

/** Saves the release with its current plan and something else. */
async function planned({ manager }: LetterWorld, id: number, change: object, more: object = {}) {
  const { start_date, plan_date } = (await manager(releases.get, { params: { id } })).body
  const replan = { release_id: id, start_date, plan_date, ...change }
  return manager(planning.save, { body: { changes: [replan], reason: WHY, ...more } })
}

const listed = ({ manager, people }: LetterWorld, release_id: number, remove = false) =>
  manager(releases.notPublishing, { body: { release_id, company_id: people.company1, remove } })
const removed = ({ manager }: LetterWorld, id: number) => manager(releases.remove, { params: { id } })
const restored = ({ admin }: LetterWorld, entity: 'release' | 'agreement', id: number) =>
  admin(deleted.restore, { body: { entity, id } })

/** A request of the company that is in no release, or in a given one. */
const another = (world: LetterWorld, release_id?: number) =>
  ownRequest(world, { e_title: 'Новая форма', ...(release_id ? { release_id } : {}) })

/** Imports a file of another system whose version puts a request into the release. */
async function imported({ product: { deps }, people }: LetterWorld, release_id: number): Promise<void> {
  const person = await staffBy(deps.db)
  if (!person) throw new Error('no member of staff')
  const order = { source: `ways ${release_id}`, company: people.company1, module: people.module, mapping: {} }
  const values = { version: { '5.8': release_id } }
  await withFile('Ключ;Название;Версия\nА-1;Новая форма;5.8\n', (path) =>
    importRequests({ deps, person }, { path, ...order, values, dryRun: false }),
  )
}

const close = (world: LetterWorld, who: 'manager' | 'client1') =>
  world[who](companyCalendars.close, { params: { id: world.people.company1 }, body: CLOSED })
const CLOSED = { date_from: '2026-03-20', date_to: '2026-03-20', reason: 'Инвентаризация' }

const opened = ({ product }: LetterWorld) => product.deps.db.deleteFrom('freezes').execute()

const block = ({ admin, people }: LetterWorld, is_blocked: boolean) =>
  admin(adminPeople.block, { params: { id: people.client1 }, body: { is_blocked } })
/** Unblocks the person and signs in again, because blocking has ended the session. */
async function unblock(world: LetterWorld) {
  await block(world, false)
  world.client1 = await world.product.as('client1')
}
const mayKeepCalendar = ({ product, people }: LetterWorld) =>
  product.deps.db.updateTable('users').set({ can_edit_calendar: true }).where('id', '=', people.client1).execute()
const hide = ({ admin, people }: LetterWorld, is_hidden: boolean) =>
  admin(adminCompanies.hide, { params: { id: people.company1 }, body: { is_hidden } })

const build = ({ manager }: LetterWorld, id: number, name: string) =>
  manager(trials.setBuild, { params: { id }, body: { build: name } })

export const WAYS = {
  release_deleted: {
    'by itself': { act: (world, { release_id }) => removed(world, release_id), beforeItIsOut: true },
  },
  agreement_deleted: {
    'by itself': { act: ({ manager }, { id }) => manager(agreements.remove, { params: { id } }) },
  },
  brought_back: {
    'by the person who deleted it': {
      ready: (world, { release_id }) => removed(world, release_id),
      act: ({ manager }, { release_id }) => manager(releases.restore, { params: { id: release_id } }),
    },
    'among what was deleted': {
      ready: (world, { release_id }) => removed(world, release_id),
      act: (world, { release_id }) => restored(world, 'release', release_id),
    },
  },
  agreement_back: {
    'among what was deleted': {
      ready: ({ manager }, { id }) => manager(agreements.remove, { params: { id } }),
      act: (world, { id }) => restored(world, 'agreement', id),
    },
  },
  company_off: { 'in the form': { act: (world, { release_id }) => saved(world, release_id, { companies: [] }) } },
  company_listed: { 'by itself': { act: (world, { release_id }) => listed(world, release_id) } },
  company_hidden: {
    'in administration': {
      ready: async (world, { release_id }) => {
        await block(world, true)
        await moveRelease(world, release_id, 'closed')
      },
      act: (world) => hide(world, true),
      after: async (world) => {
        await hide(world, false)
        await unblock(world)
      },
    },
  },
  company_on: {
    'in the form': {
      ready: (world, { release_id }) => saved(world, release_id, { companies: [] }),
      act: (world, { release_id }) => saved(world, release_id, { companies: [world.people.company1] }),
    },
    'by its requests': {
      ready: (world, { release_id }) => saved(world, release_id, { companies: [] }),
      act: ({ manager, people }, { release_id: id }) =>
        manager(releases.bringCompanies, { params: { id }, body: { bring: { companies: [people.company1] } } }),
    },
  },
  company_unlisted: {
    'by itself': {
      ready: (world, { release_id }) => listed(world, release_id),
      act: (world, { release_id }) => listed(world, release_id, true),
    },
  },
  withdrawn_by_hand: {
    'one or many': { act: ({ manager }, { id }) => manager(consequences.withdraw, { body: { ids: [id] } }) },
  },
  release_hidden: {
    'in the form': { act: (world, { release_id }) => saved(world, release_id, { is_visible_for_client: false }) },
  },
  date_moved: {
    'by itself': {
      act: ({ manager }, { id }) => update(manager, id, { updateTarget: 4, ...MOVED, cancel_reason: WHY }),
    },
    'in planning': {
      act: (world, { release_id }) => planned(world, release_id, { plan_date: '2026-04-01', shift_agreements: true }),
      beforeItIsOut: true,
    },
  },
  plan_date_passed: {
    'in the form': { act: (world, { release_id }) => saved(world, release_id, { plan_date: '2026-04-01' }) },
    'in planning': {
      act: (world, { release_id }) => planned(world, release_id, { plan_date: '2026-04-01' }),
      beforeItIsOut: true,
    },
  },
  scope_changed: {
    'by an addition': {
      act: async (world, { release_id: id }) =>
        world.manager(releases.addRequests, { params: { id }, body: { requests: [await another(world)] } }),
    },
    'in the form': {
      act: async (world, { release_id, request }) =>
        saved(world, release_id, { requests: [request, await another(world)] }),
    },
    'by a move': {
      act: async (world, { release_id }) => {
        const from = await makeRelease(world.product.deps.db, { author_id: world.people.manager })
        const body = { requests: [await another(world, from)], release_id }
        return world.manager(releases.moveRequests, { params: { id: from }, body })
      },
    },
    'in planning': {
      act: async (world, { release_id }) => planned(world, release_id, { requests: [await another(world)] }),
      beforeItIsOut: true,
    },
    'by an import': { act: (world, { release_id }) => imported(world, release_id), beforeItIsOut: true },
  },
  offer_accepted: {
    'by staff': {
      ready: ({ client1 }, { id }) => client1(offers.propose, { params: { id }, body: { ...MOVED, reason: WHY } }),
      act: async ({ manager }, { id }) => {
        const { offer } = (await manager(agreements.get, { params: { id } })).body
        return manager(offers.answer, { params: { id, offer_id: offer?.id ?? 0 }, body: { answer: 'accept' } })
      },
    },
  },
  asked_another: {
    'by one press': {
      ready: (world, { release_id }) => saved(world, release_id, { plan_date: '2026-04-03' }),
      act: ({ manager }, { id }) => manager(agreements.askAnother, { body: { ids: [id] } }),
    },
  },
  new_build: {
    'to one company': {
      ready: async (world, { id, request: request_id }) => {
        await build(world, id, '5.8.2')
        const failed = { request_id, verdict: 'fails', comment: 'Пустая страница' } as const
        await world.manager(trials.tell, { params: { id }, body: failed })
      },
      act: (world, { id }) => build(world, id, '5.8.3'),
    },
  },
  test_taken_back: {
    'by itself': {
      ready: (world, { id }) => build(world, id, '5.8.2'),
      act: ({ manager }, { id }) => update(manager, id, { updateTarget: 1, isPublishedOnTestEnv: false }),
    },
  },
  date_passed: {
    'by the clock': {
      act: async ({ product: { clock } }) => clock.set('2026-03-20T22:30:00.000Z'),
    },
  },
  nobody_left: {
    'by blocking': {
      ready: ({ manager }, { id }) => update(manager, id, { updateTarget: 3, recipientsExtra: [] }),
      act: (world) => block(world, true),
      after: unblock,
    },
    'by taking off': {
      ready: ({ manager }, { id }) => update(manager, id, { updateTarget: 3, recipientsExtra: [] }),
      act: ({ manager }, { id }) => update(manager, id, { updateTarget: 2, recipients: [] }),
    },
  },
  day_closed: {
    'by the company': { ready: mayKeepCalendar, act: (world) => close(world, 'client1'), after: opened },
    'by staff for it': { act: (world) => close(world, 'manager'), after: opened },
    'in planning': {
      act: ({ manager, people }) => manager(planning.addFreeze, { body: { ...CLOSED, idcomp: people.company1 } }),
      after: opened,
    },
  },
} satisfies Record<string, Record<string, Way>>
