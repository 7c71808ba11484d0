import { expect } from 'vitest'
import { emit } from '../platform/events.ts'
import type { LiveEvent } from '../platform/live.ts'
import { NOBODY, type Person } from '../platform/person.ts'
import { inTransaction } from '../platform/transaction.ts'
import type { TestApp } from './app.ts'

/** The person as in a session. */
export const personBy = ({ deps }: TestApp, login: string): Promise<Person> =>
  deps.db.selectFrom('users').selectAll().where('login', '=', login).executeTakeFirstOrThrow()

let marks = 1_000_000_000

/** The live events that an action sends to the streams of these people, with their keys, separately for each. */
export async function liveEventsOf(
  { deps }: TestApp,
  people: (Person & { key?: string })[],
  act: () => Promise<unknown>,
) {
  const all = people.map((person) => {
    const stream = deps.live.open(person, null, person.key)
    const frames: string[] = []
    stream.on('data', (bytes: Buffer) => frames.push(String(bytes)))
    return { stream, frames }
  })
  /** Emits an event for everybody: when it has arrived, all earlier ones have arrived too. */
  const settle = async () => {
    marks += 1
    const [mark, actor] = [marks, { deps, person: NOBODY }]
    const event = { kind: 'changed', entity: 'system', entity_id: mark, companies: null, data: {} } as const
    await inTransaction(actor, (tx) => emit(tx, actor, event))
    for (const { frames } of all) await expect.poll(() => frames.join('')).toContain(`"id":${mark}`)
    return mark
  }
  // What was done before may still be on its way.
  await settle()
  for (const { frames } of all) frames.length = 0
  await act()
  const last = await settle()
  return all.map(({ stream, frames }): LiveEvent[] => {
    stream.destroy()
    const data = frames.join('').matchAll(/^data: (.*)$/gm)
    return [...data].map(([, json]) => JSON.parse(json ?? '')).filter(({ id }) => id !== last)
  })
}
