import { deliver } from '../domains/letters/commands/sending/deliver.ts'
import { allCome, type LetterWorld } from './letters.ts'
import { onceFree } from './once-free.ts'

/** Letters that wait for a mail server which is down, and leave once it is back. */

/** The last delivery before the mail server of a world went down. */
const lastBefore = new WeakMap<LetterWorld, number>()

export async function refuseMail(world: LetterWorld): Promise<void> {
  await allCome(world)
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  const { db } = world.product.deps
  const { last } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  lastBefore.set(world, last ?? 0)
}

/**
 * Lets the mail server accept letters again, once it has refused those that are being sent: they were judged before.
 * @returns how the letters of the kind ended that were written while it was down, in the order of their addresses
 */
export async function leave(world: LetterWorld, kind: string) {
  const { smtp, product } = world
  const { deps } = product
  await allCome(world)
  const waiting = await deps.db
    .selectFrom('deliveries as d')
    .innerJoin('letters as l', 'l.id', 'd.letter_id')
    .select('d.id')
    .where('l.kind', '=', kind)
    .where('d.id', '>', lastBefore.get(world) ?? 0)
    .execute()
  const ids = waiting.map(({ id }) => id)
  smtp.answer = () => undefined
  for (const delivery_id of ids) await onceFree(() => deliver(deps, { delivery_id }))
  const ended = await deps.db
    .selectFrom('deliveries')
    .select(['target', 'state', 'last_error', 'needless'])
    .where('id', 'in', ids)
    .orderBy('target')
    .orderBy('id')
    .execute()
  return ended.map(({ target, state, last_error, needless }) => [target, state, last_error, needless])
}
