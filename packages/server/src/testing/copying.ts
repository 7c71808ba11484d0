import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { PATIENT } from './patience.ts'
import { get, type PublishWorld } from './publishing.ts'

/** The copies of a publication's files, as staff see them. */
export async function copiesOf({ manager }: PublishWorld, id: number) {
  const { body } = await get(manager, id)
  return body.deliveries.filter(({ kind }) => kind === 'ftp')
}

/** The copies, once all of them have arrived. */
export const arrived = (world: PublishWorld, id: number) =>
  vi.waitFor(async () => {
    const copies = await copiesOf(world, id)
    expect(copies.map(({ state }) => state)).toEqual(copies.map(() => 'sent'))
    return copies
  }, PATIENT)

/** The same bytes, with time between the pieces to stop what reads them. */
export async function* slowly(bytes: Readable) {
  for await (const piece of bytes) {
    await pause(60)
    yield piece
  }
}
