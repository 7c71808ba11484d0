import { releases, requests, scopes } from '@vypusk/contract'
import { lookAtScopes } from '../../domains/agreements/commands/scope-changes.ts'
import type { LetterWorld, Terms } from '../letters.ts'
import { newAgreement, read, send, update } from '../letters.ts'
import { makeRequest } from './make.ts'

/** Creates a release with requests of the company, and its agreement. */
export async function newScope(
  world: LetterWorld,
  { requests: count = 1, ...terms }: { requests?: number } & Terms = {},
) {
  const { db } = world.product.deps
  const { people } = world
  const id = await newAgreement(world, terms)
  const { release_id } = await read(world, id)
  await db
    .insertInto('company_modules')
    .values({ idcomp: people.company1, idmod: people.module })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const own: number[] = []
  for (let n = 0; n < count; n += 1) own.push(await ownRequest(world, { release_id }))
  await lookAtScopes(world.product.deps)
  return { id, release_id, request: own[0] ?? 0 }
}

/** Creates a request of the company in a module it uses. */
export const ownRequest = (
  { product, people }: LetterWorld,
  overrides: { release_id?: number; e_title?: string } = {},
) =>
  makeRequest(product.deps.db, {
    author_id: people.client1,
    idcomp: people.company1,
    idmod: people.module,
    ...overrides,
  })

/** Creates an agreement that was sent, and approved by the client with the scope they saw. */
export async function agreed(world: LetterWorld) {
  const made = await newScope(world)
  await send(world, made.id)
  const scope_sha = (await read(world, made.id)).scope?.sha256 ?? ''
  await update(world.client1, made.id, { updateTarget: 5, scope_sha })
  return { ...made, scope_sha }
}

export const addToRelease = ({ manager }: LetterWorld, release_id: number, ids: number[]) =>
  manager(releases.addRequests, { params: { id: release_id }, body: { requests: ids } })

export const removeFromRelease = ({ manager }: LetterWorld, release_id: number, request: number) =>
  manager(releases.removeRequest, { params: { id: release_id, request } })

export const describe = ({ manager }: LetterWorld, id: number, description: string) =>
  manager(requests.saveDescription, { params: { id }, body: { description, isSolo: true } })

export const settle = async (world: LetterWorld, id: number, decision: scopes.Decision, reason = '') => {
  const scope_sha = (await read(world, id)).scope_change?.scope_sha ?? '0'.repeat(64)
  return (await world.manager(scopes.settle, { body: { agreements: [{ id, scope_sha }], decision, reason } })).body
}
