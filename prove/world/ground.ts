import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Db } from '../../packages/server/src/platform/call.ts'
import type { FileStore } from '../../packages/server/src/platform/external/file-store.ts'
import { makeFile } from '../../packages/server/src/testing/making/make-publication.ts'
import { makeModule } from '../../packages/server/src/testing/making/make.ts'
import type { Audience, Canaries } from './canaries.ts'
import type { Companies, People } from './people.ts'

/** States that differ in who may read the thing: own, another company's, hidden from clients, deleted. */
export const states = ['own', 'foreign', 'hidden', 'deleted'] as const
export type State = (typeof states)[number]
export const kinds = ['request', 'release', 'agreement', 'publication', 'entry', 'file'] as const
export type Kind = (typeof kinds)[number]

export interface Thing {
  kind: Kind
  state: State
  id: number
  /** The company it belongs to. */
  owner: number
  /** Client companies that may know of it: none for a hidden or deleted thing. */
  companies: readonly number[]
  isDeleted: boolean
  /** Ids of related things: the release of an agreement, the module of a request. */
  of: Record<string, number>
}

export const AT = '2026-03-02T09:00:00.000Z'

export interface Ground {
  db: Db
  store: FileStore
  canaries: Canaries
  companies: Companies
  people: People['ids']
  modules: { shared: number; others: number; lost: number }
}

/** Creates a module both companies use, one of the other company only, and one taken away from the own company. */
export async function makeModules(db: Db, canaries: Canaries, { own, other, third }: Companies) {
  const named = async (companies: number[], audience: Audience) =>
    makeModule(db, companies, { namemod: `Модуль ${canaries.plant('name of a module', audience)}` })
  return {
    shared: await named([own, other], [own, other]),
    others: await named([other], [other]),
    lost: await named([third], 'staff'),
  }
}

/** Returns the companies that may know of a thing in this state. */
export function audienceOf({ companies: { own, other } }: Ground, state: State): number[] {
  if (state === 'own') return [own]
  return state === 'foreign' ? [other] : []
}

export const deletedOf = (state: State) => (state === 'deleted' ? { deleted_at: AT } : {})
export const ownerOf = ({ companies: { own, other } }: Ground, state: State) => (state === 'foreign' ? other : own)

export const thing = (ground: Ground, kind: Kind, state: State, id: number, of: Thing['of'] = {}): Thing => {
  const isDeleted = state === 'deleted'
  const companies = isDeleted ? [] : audienceOf(ground, state)
  return { kind, state, id, owner: ownerOf(ground, state), companies, isDeleted, of }
}

export async function history(ground: Ground, entity: string, entity_id: number, field: string, audience: Audience) {
  const word = ground.canaries.plant(`history of ${entity}: ${field}`, audience)
  await ground.db
    .insertInto('history')
    .values({
      entity,
      entity_id,
      field,
      title: field,
      at: AT,
      user_id: ground.people.manager,
      before: JSON.stringify(''),
      after: JSON.stringify(word),
      note: word,
    })
    .execute()
}

/** Creates a file with planted words in its name and its content. */
export async function fileOf({ db, store, canaries, people }: Ground, where: string, audience: Audience) {
  const bytes = Buffer.from(canaries.plant(`bytes of a file ${where}`, audience))
  const storage_key = randomUUID()
  await store.put(storage_key, Readable.from([bytes]))
  const file_name = `${canaries.plant(`name of a file ${where}`, audience)}.txt`
  return makeFile(db, { file_name, size: bytes.length, uploaded_by: people.manager, storage_key })
}

let serial = 0
/** Returns a number of minutes used nowhere else. */
export const differing = (from: number) => from + (serial += 7)
