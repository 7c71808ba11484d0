import { beforeAll, expect, test } from 'vitest'
import { adminLists, agreements, releases, waiting } from '@vypusk/contract'
import { letterWorld, read, send, update } from '../../testing/letters.ts'
import { addToRelease, newScope, ownRequest, removeFromRelease, settle } from '../../testing/making/scopes.ts'
import { lookAtScopes } from './commands/scope-changes.ts'

/** A module or a system that is renamed is what it was: nobody is asked again or told of it. */

const world = letterWorld()
beforeAll(() => world.product.clock.run())

let renamed = 0
async function rename(list: 'module' | 'system' = 'module') {
  const { db } = world.product.deps
  const { module: idmod } = world.people
  const { idsys } = await db.selectFrom('modules').select('idsys').where('idmod', '=', idmod).executeTakeFirstOrThrow()
  const params = { list, id: list === 'module' ? idmod : idsys }
  renamed += 1
  const { status } = await world.admin(adminLists.rename, { params, body: { name: `Иначе ${renamed}` } })
  expect(status).toBe(200)
}

/** An agreement with a module in its scope, whose date was sent. */
async function sentWithModule() {
  const made = await newScope(world)
  const module = { release_id: made.release_id, idmod: world.people.module }
  await world.product.deps.db.insertInto('release_modules').values(module).execute()
  await send(world, made.id)
  await lookAtScopes(world.product.deps)
  return { ...made, scope_sha: (await read(world, made.id)).scope?.sha256 }
}

/** The same that the client agreed to. */
async function agreed() {
  const made = await sentWithModule()
  await update(world.client1, made.id, { updateTarget: 5, scope_sha: made.scope_sha })
  return made
}

const shas = (id: number) =>
  world.product.deps.db
    .selectFrom('agreements')
    .select(['agreed_sha', 'accepted_sha', 'scope_changed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function isReady(release_id: number): Promise<boolean | undefined> {
  const { readiness } = (await world.manager(releases.get, { params: { id: release_id } })).body
  return readiness?.ready
}

/** What is shown and announced of a changed scope. */
async function told(id: number) {
  const { scope_change, scope_decisions } = await read(world, id)
  const { data } = (await world.manager(waiting.list, { query: { kind: 'scope', per_page: 500 } })).body
  const announced = await world.product.deps.db
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'agreement.scope_changed')
    .where('entity_id', '=', id)
    .execute()
  return {
    parts: scope_change && [...scope_change.added, ...scope_change.removed, ...scope_change.changed].length,
    decisions: scope_decisions.map(({ kind }) => kind),
    waits: data.some(({ agreement_id }) => agreement_id === id),
    announced: announced.length,
  }
}

test.each(['module', 'system'] as const)(
  'a company that has agreed is as ready after its %s is renamed',
  async (list) => {
    const { id, release_id, scope_sha } = await agreed()
    await update(world.manager, id, { updateTarget: 1, isPublishedOnTestEnv: true })
    const before = await told(id)
    for (let times = 0; times < 2; times += 1) {
      await rename(list)
      expect([await isReady(release_id), await told(id)]).toEqual([true, before])
      await lookAtScopes(world.product.deps)
      expect([await isReady(release_id), await told(id)]).toEqual([true, before])
    }
    const { scope } = await read(world, id)
    expect(JSON.stringify(scope?.modules)).toContain(`Иначе ${renamed}`)
    expect(await shas(id)).toEqual({ agreed_sha: scope_sha, accepted_sha: scope?.sha256, scope_changed_at: null })
  },
)

test('what was settled stays settled, and what has changed back is as agreed', async () => {
  const { id, release_id } = await agreed()
  const added = await ownRequest(world)
  await addToRelease(world, release_id, [added])
  await settle(world, id, 'tell')
  await lookAtScopes(world.product.deps)
  const settled = await told(id)
  await rename()
  expect(await told(id)).toEqual(settled)
  await lookAtScopes(world.product.deps)
  expect(await told(id)).toMatchObject({ parts: null, decisions: ['tell'], waits: false })
  await removeFromRelease(world, release_id, added)
  expect((await told(id)).parts).toBeNull()
  await lookAtScopes(world.product.deps)
  expect(await told(id)).toMatchObject({ parts: null, decisions: ['returned', 'tell'], waits: false })
})

test('a change that staff have to settle is shown without the new name, and not announced again', async () => {
  const { id, release_id } = await agreed()
  await addToRelease(world, release_id, [await ownRequest(world)])
  await lookAtScopes(world.product.deps)
  const before = await told(id)
  expect(before).toMatchObject({ parts: 1, waits: true, announced: 1 })
  await rename()
  await lookAtScopes(world.product.deps)
  expect(await told(id)).toEqual(before)
})

test('the client agrees to what it was written of, whatever the module is called by then', async () => {
  const { id, scope_sha } = await sentWithModule()
  await rename()
  expect((await update(world.client1, id, { updateTarget: 5, scope_sha })).status).toBe(200)
  const { body } = await world.client1(agreements.get, { params: { id } })
  expect([body.status, body.scope_change]).toEqual([2, null])
})
