import { deliver } from '../domains/letters/commands/sending/deliver.ts'
import { allCome, type LetterWorld } from './letters.ts'
import { onceFree } from './once-free.ts'

/** Letters that wait for a mail server which is down, and leave once it is back. */

export async function refuseMail(world: LetterWorld): Promise<void> {
  await allCome(world)
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
}

/**
 * Lets the mail server accept letters again.
 * @returns how the letters of the kind that waited ended, in the order of their addresses
 */
export async function leave({ product: { deps }, smtp }: LetterWorld, kind: string) {
  const waiting = await deps.db
    .selectFrom('deliveries as d')
    .innerJoin('letters as l', 'l.id', 'd.letter_id')
    .select('d.id')
    .where('l.kind', '=', kind)
    .where('d.state', '=', 'queued')
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
